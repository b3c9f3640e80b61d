import type { Context, PageVisit, Rejection } from "../../endpoint.ts";

/** In the reference. */
export const sessionPageTag = "Session page";

/** Who came by the link of a session. */
export function visitOf({ visit }: Context): PageVisit {
  if (!visit) throw new Error("a handler ran before the link was checked");
  return visit;
}

export const noDevice: Rejection = { code: "invalid_parameter", param: "Selfsame-Device" };
