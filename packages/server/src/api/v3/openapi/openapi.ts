import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import type { OpenAPIV3_1 } from "openapi-types";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { markdownUnder } from "../../path-prefix.ts";
import { describeExamples } from "./openapi-examples.ts";

const description = `Compare a reference photo with a selfie, on your own server. The [guide](/docs/guide) explains the numbers; this
reference lists requests and responses. [Version 2](/docs/guide/version-2) has its own page.

Every response has the same four fields: \`success\`, \`data\`, \`error\`, \`meta\`. Decide by the status, or by \`success\`. An error has a
stable \`code\`; [all of them](/docs/guide/errors).

Every response to a known key has \`RateLimit\` and \`RateLimit-Policy\` (draft-ietf-httpapi-ratelimit-headers), and \`X-Request-Id\`.`;

/** Collects the schemas of routes registered after it, and serves them as /openapi.json. @param prefix of the service's path */
export async function registerOpenApi(app: FastifyInstance, prefix = ""): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Selfsame", version: "3", description, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
      servers: [{ url: prefix || "/", description: "This server" }],
      security: [{ privateKey: [] }],
      tags: [
        { name: "Version 3", description: "Private keys only: call these from your backend." },
        {
          name: "Sessions",
          description:
            "Send a person to a page of this service and receive the verdict. [The guide](/docs/guide/guides/sign-up) has a complete example.",
        },
        {
          name: "Batches",
          description: "Many comparisons at once. [The guide](/docs/guide/guides/batches) has a complete example.",
        },
        {
          name: "Events and webhooks",
          description:
            "What happened, and the endpoints that receive it. [The guide](/docs/guide/guides/webhooks) shows how to check what arrives.",
        },
        {
          name: "Documents",
          description:
            "The authorities whose signed documents you trust. [The guide](/docs/guide/documents) says what a document proves.",
        },
        { name: "Domains", description: "The hosts that photos may be downloaded from." },
        {
          name: "OpenID Connect clients",
          description:
            "Apps and identity providers that send people here for a face. [The guide](/docs/guide/oidc) says how it works.",
        },
        {
          name: "Requests",
          description: "The log of requests. [The guide](/docs/guide/requests) lists what it stores.",
        },
        {
          name: "Live challenge",
          description:
            "Public keys only: called from the browser, on a page of the key's allowed origins. The camera calls them for you.",
        },
        {
          name: "Session page",
          description: "What the hosted page calls, with the secret of its link instead of a key.",
        },
      ],
      components: {
        securitySchemes: {
          privateKey: { type: "http", scheme: "bearer", description: "A private API key, `ss_sk_...`." },
          link: { type: "http", scheme: "bearer", description: "The secret of a session's link, after its `#`." },
          publicKey: { type: "http", scheme: "bearer", description: "A public API key, `ss_pk_...`." },
        },
      },
    },
    hideUntagged: true,
    transform: jsonSchemaTransform,
    transformObject: (document) =>
      describeExamples(jsonSchemaTransformObject(document) as Partial<OpenAPIV3_1.Document>),
  });
  app.get("/openapi.json", async (_request, reply) =>
    reply
      .headers({ "cache-control": "no-cache", "access-control-allow-origin": "*" })
      .type("application/json; charset=utf-8")
      .send(markdownUnder(prefix, JSON.stringify(app.swagger()))),
  );
}
