import type { Context, PageVisit, Rejection } from "../../endpoint.ts";

/** Heading in the reference. */
export const sessionPageTag = "Session page";

/** The visit of a request that came with a session's link. */
export function visitOf({ visit }: Context): PageVisit {
  if (!visit) throw new Error("a handler ran before the link was checked");
  return visit;
}

export const noDevice: Rejection = { code: "invalid_parameter", param: "Selfsame-Device" };
