import type { FastifyInstance } from "fastify";
import type { CompatibleApi } from "../../config-values.ts";
import { comprefaceRoutes } from "./compreface/routes.ts";
import type { CompatibleDeps } from "./guard-routes.ts";
import { rekognitionRoutes } from "./rekognition/routes.ts";

/** The contracts of other services that the operator turned on, each at the path that its clients know. */
export async function compatibleRoutes(
  app: FastifyInstance,
  deps: CompatibleDeps,
  apis: readonly CompatibleApi[],
): Promise<void> {
  if (apis.includes("rekognition")) await app.register(rekognitionRoutes(deps));
  if (apis.includes("compreface")) await app.register(comprefaceRoutes(deps), { prefix: "/api/v1" });
}
