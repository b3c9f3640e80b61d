import { readFileSync } from "node:fs";
import { fastify } from "fastify";
import { guideRoutes } from "./src/api/docs/guide.ts";
import { referenceRoutes } from "./src/api/docs/reference.ts";
const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
await app.register(guideRoutes);
await app.register(referenceRoutes);
app.get("/icon.svg", async (_q, r) =>
  r.type("image/svg+xml").send(readFileSync(new URL("./src/api/page/static/icon.svg", import.meta.url))),
);
app.get("/openapi.json", async () => ({
  openapi: "3.1.0",
  info: { title: "Selfsame", version: "3" },
  paths: { "/api/v3/verify": { post: { summary: "Verify", responses: { 200: { description: "ok" } } } } },
}));
console.log(await app.listen({ port: 4931, host: "127.0.0.1" }));
