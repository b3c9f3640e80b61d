import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { changeBranding } from "../../../features/branding/branding.ts";
import { cleanLogo, logoBytesMax } from "../../../features/branding/clean-logo.ts";
import { createLogoPlaces } from "../../../features/branding/logo-places.ts";
import { collect } from "../../bodies/collect.ts";
import { photosPace } from "../../../photo/images/limits.ts";
import { discardRest } from "../../bodies/discard-rest.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { nothing, parse } from "../parse.ts";
import type { Guards } from "../signed-in.ts";

/** The logo of the account's hosted page, a file; version 3 has the other branding routes. */
export function brandingRoutes(app: FastifyInstance, deps: DashboardDeps, { forSignedIn }: Guards): void {
  app.delete(
    "/branding/logo",
    forSignedIn(async (me, request, reply) => {
      parse(nothing, request.body);
      await changeBranding(deps, me.by, me.account.id, { logo: null, logo_type: null });
      return reply.code(204).send();
    }),
  );

  const places = createLogoPlaces();
  app.register(async (files) => {
    // The file itself is the body: what it is follows from its content. It is not read before there is a place for it.
    files.addContentTypeParser(["image/png", "image/svg+xml"], (_request, body, done) => done(null, body));
    files.put(
      "/branding/logo",
      forSignedIn(async (me, request, reply) => {
        const { body } = request;
        if (!(body instanceof Readable)) throw new DashboardError("invalid_request");
        const read = () => readLogo(request, body);
        const draw = (file: Buffer) => cleanLogo(file, request.clientGone);
        const cleaned = await places.take(me.account.id, read, draw).finally(() => discardRest(request));
        if (cleaned.outcome === "busy") throw new DashboardError("busy", { retryAfterSeconds: 10 });
        if (cleaned.outcome === "unreadable") throw new DashboardError("invalid_logo", { field: "logo" });
        const logo = { logo: cleaned.png.toString("base64"), logo_type: "image/png" };
        await changeBranding(deps, me.by, me.account.id, logo);
        return reply.code(204).send();
      }),
    );
  });
}

async function readLogo({ clientGone }: FastifyRequest, body: Readable): Promise<Buffer> {
  // The client has disconnected: do not render the logo.
  if (clientGone.aborted) throw new DashboardError("busy");
  const file = await collect(body, { bytesMax: logoBytesMax, pace: photosPace });
  if (typeof file === "string") throw new DashboardError("invalid_logo", { field: "logo" });
  return file;
}
