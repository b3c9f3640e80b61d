import type { FastifyInstance } from "fastify";
import { type CameraModels, hashedName, parseHashedName, readCameraFiles } from "./files.ts";
import { sendFile } from "../files/send-file.ts";

const forever = "public, max-age=31536000, immutable";
/** The scripts refer to the other files by hash: within an hour of an upgrade every page has the new ones. */
const forAnHour = "public, max-age=3600, stale-while-revalidate=86400";

/** The camera is used on pages of other origins; its files contain nothing secret. */
const forEveryPage = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "timing-allow-origin": "*",
  "x-content-type-options": "nosniff",
};

/** The worker's policy when started from its own origin. On other pages their policy applies, see docs/camera-files.md. */
const ofWorker = {
  "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
  // Required to start the worker on a cross-origin isolated page.
  "cross-origin-embedder-policy": "require-corp",
};

const ofDemo = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'; trusted-types selfsame-camera",
  "permissions-policy": "camera=(self)",
  "referrer-policy": "no-referrer",
};

/** The camera for browsers: /camera.js and /camera-v3.js, the files they load, and a test page for each. @param prefix of the service's path */
export function cameraRoutes(models: CameraModels, prefix = "") {
  return async (app: FastifyInstance): Promise<void> => {
    const files = readCameraFiles(models, prefix);
    if (!files) {
      app.log.warn("The camera is not built, so /camera.js is not served: npm run build");
      return;
    }

    for (const [path, file] of files.stable) {
      const isDemo = path.startsWith("/demo/");
      app.get(path, async (request, reply) => {
        reply.headers(isDemo ? ofDemo : forEveryPage).header("cache-control", isDemo ? "no-cache" : forAnHour);
        return sendFile(file, request, reply);
      });
    }

    app.get<{ Params: { file: string } }>("/camera/:file", async (request, reply) => {
      const asked = parseHashedName(request.params.file);
      const file = asked && files.hashed.get(asked.name);
      if (!asked || !file) return reply.callNotFound();
      reply.headers(forEveryPage);
      if (asked.hash !== file.hash) {
        // A page that was opened before an upgrade gets the current file.
        return reply.header("cache-control", "no-store").redirect(hashedName(asked.name, file.hash), 302);
      }
      if (asked.name === "detector.js") reply.headers(ofWorker);
      return sendFile(file, request, reply.header("cache-control", forever));
    });
  };
}
