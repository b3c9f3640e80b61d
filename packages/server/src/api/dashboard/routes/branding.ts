import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { changeBranding, readBranding } from "../../../branding/branding.ts";
import { cleanLogo, logoBytesMax } from "../../../branding/clean-logo.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { nothing, parse } from "../parse.ts";
import type { Guards } from "../signed-in.ts";

const look = z.strictObject({
  name: z.string().trim().min(1).max(60).nullable(),
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .toLowerCase()
    .nullable(),
});

/** How the hosted page of the account's sessions looks. */
export function brandingRoutes(app: FastifyInstance, deps: DashboardDeps, { forSignedIn }: Guards): void {
  const { store } = deps;

  app.get(
    "/branding",
    forSignedIn((me) => readBranding(store.db, me.account.id)),
  );

  app.put(
    "/branding",
    forSignedIn((me, request) => changeBranding(deps, me.by, me.account.id, parse(look, request.body))),
  );

  app.delete(
    "/branding/logo",
    forSignedIn((me, request) => {
      parse(nothing, request.body);
      return changeBranding(deps, me.by, me.account.id, { logo: null, logo_type: null });
    }),
  );

  app.register(async (files) => {
    // The file itself is the body: what it is, is told by its content.
    files.addContentTypeParser(["image/png", "image/svg+xml"], { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    files.put(
      "/branding/logo",
      { bodyLimit: logoBytesMax },
      forSignedIn(async (me, request) => {
        if (!(request.body instanceof Buffer)) throw new DashboardError("invalid_request");
        const cleaned = await cleanLogo(request.body);
        if (cleaned.outcome === "unreadable") throw new DashboardError("invalid_logo", { field: "logo" });
        const logo = { logo: cleaned.png.toString("base64"), logo_type: "image/png" };
        return changeBranding(deps, me.by, me.account.id, logo);
      }),
    );
  });
}
