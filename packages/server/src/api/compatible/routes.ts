import type { FastifyInstance } from "fastify";
import type { CompatibleApi } from "../../config-values.ts";
import { comprefaceRoutes } from "./compreface/routes.ts";
import type { CompatibleDeps } from "./guard-routes.ts";
import { rekognitionRoutes } from "./rekognition/routes.ts";

/** The compatible APIs that the operator enabled, each at the path that its clients use. */
export async function compatibleRoutes(
  app: FastifyInstance,
  deps: CompatibleDeps,
  apis: readonly CompatibleApi[],
): Promise<void> {
  if (apis.includes("rekognition")) await app.register(rekognitionRoutes(deps));
  if (apis.includes("compreface")) await app.register(comprefaceRoutes(deps), { prefix: "/api/v1" });
}
