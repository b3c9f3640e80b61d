/**
 * The service in the form that the Maryland Test Facility requires: match-to-id 0.0.1 and passive-pad 2.0.1 (github.com/TheMdTF/mdtf-public). Unlike
 * anywhere else, templates leave the process: run it only on a machine that nobody but the facility can reach.
 */
import { fastify, type FastifyInstance, type FastifyReply } from "fastify";
import { z } from "zod";
import { type Engine, EngineUnavailable, type PhotoAnalysis, type Wants } from "@selfsame/photo/engine/engine";
import type { Comparison } from "@selfsame/photo/verify/comparison";
import { passiveLivenessOf } from "@selfsame/photo/verify/passive-liveness";
import { infoOf, type Interface, type Submitter } from "./info.ts";
import { embeddingIn, templateOf } from "./template.ts";
import { attackOver } from "./thresholds.ts";

export interface MdtfDeps {
  readonly engine: Pick<Engine, "analyze">;
  readonly comparison: Comparison;
  readonly which: Interface;
  readonly submitter: Submitter;
}

/** The largest request of the facility. */
const bodyBytesMax = 100 * 1024 * 1024;
const targetsMax = 10_000;
/** Targets compared before the event loop runs again: 2,500 take a quarter of a second. */
const comparedAtOnce = 100;

/** Trimmed first: a pattern that also matched the surrounding spaces would scan a long run of them repeatedly. */
const base64 = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9+/\s]+={0,2}$/);
const template = z.object({ Template: base64 });
const bodies = {
  image: z.object({ ImageData: base64 }),
  sample: z.object({ BiometricSample: base64 }),
  list: z.object({ SingleTemplate: template, TargetTemplateList: z.array(template).max(targetsMax) }),
} as const;

/** An error message with its status: 400 for an invalid request, 500 if no result is possible. */
class Problem extends Error {
  readonly status: 400 | 500;

  constructor(status: 400 | 500, message: string) {
    super(message);
    this.status = status;
  }
}

function read<Body>(schema: z.ZodType<Body>, body: unknown, what: string): Body {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.join(".") ?? "";
  throw new Problem(400, `The body is not ${what}${path === "" ? "" : `: see ${path}`}.`);
}

export function createMdtf({ engine, comparison, which, submitter }: MdtfDeps): FastifyInstance {
  const app = fastify({ bodyLimit: bodyBytesMax, forceCloseConnections: true });
  const { model } = comparison;

  /** Analyzes a photo. All photos use one account, since the facility is the only caller. */
  async function analyzed(data: string, wants: Wants): Promise<PhotoAnalysis> {
    const photo = Buffer.from(data, "base64");
    const { signal } = new AbortController();
    const result = await engine.analyze(photo, wants, { accountId: "mdtf", signal });
    if (result.outcome !== "analyzed") {
      throw new Problem(400, "The image cannot be decoded: it has to be a PNG or JPEG of at most 50 megapixels.");
    }
    return result;
  }

  /** Sends an error in the format of the interface: a text, or an object. */
  const send = (reply: FastifyReply, status: number, message: string) =>
    reply.code(status).send(which === "match-to-id" ? JSON.stringify(message) : { Code: status, Message: message });

  app.setErrorHandler((error: Error & { readonly statusCode?: number }, _request, reply) => {
    reply.type("application/json");
    if (error instanceof Problem) return send(reply, error.status, error.message);
    if (error instanceof EngineUnavailable) return send(reply, 500, "Too many requests at once.");
    if (error.statusCode !== undefined && error.statusCode < 500) return send(reply, 400, error.message);
    return send(reply, 500, "The image could not be analyzed.");
  });
  app.setNotFoundHandler((request, reply) =>
    send(reply.type("application/json"), 404, `There is no ${request.method} ${request.url} in ${which}.`),
  );

  app.get("/v1/info", async () => infoOf(which, model, submitter));

  if (which === "passive-pad") {
    app.post("/v1/analyze-data-for-pad", async (request) => {
      const { BiometricSample } = read(bodies.sample, request.body, "a BiometricSample in base64");
      const seen = await analyzed(BiometricSample, { spoof: true });
      const passive = passiveLivenessOf(seen);
      if (!passive) throw new Problem(500, "No face was found.");
      const score = Number((1 - passive.score).toFixed(4));
      return {
        PADOutcome: score > attackOver,
        PADScore: score,
        PADProperties: [{ Property: "Result", Value: passive.result }],
      };
    });
    return app;
  }

  app.post("/v1/create-template", async (request) => {
    const { ImageData } = read(bodies.image, request.body, "an image with ImageData in base64");
    const { embedding } = await analyzed(ImageData, { embedding: true });
    if (!embedding) throw new Problem(500, "No template can be made: no face was found.");
    return { Template: templateOf(model, embedding) };
  });

  app.post("/v1/compare-list", async (request) => {
    const { SingleTemplate, TargetTemplateList } = read(
      bodies.list,
      request.body,
      "a template and a list of templates",
    );
    const opened = [SingleTemplate, ...TargetTemplateList].map(({ Template }, index) => {
      const embedding = embeddingIn(model, Template);
      if (embedding) return embedding;
      const name = index === 0 ? "SingleTemplate" : `TargetTemplateList.${index - 1}`;
      throw new Problem(400, `${name} is no template of ${model}.`);
    });
    const [single, ...targets] = opened as [Float32Array, ...Float32Array[]];
    const scores: { readonly Score: number }[] = [];
    for (const [index, target] of targets.entries()) {
      if (index > 0 && index % comparedAtOnce === 0) await new Promise((resolve) => setImmediate(resolve));
      if (target.length !== single.length) throw new Problem(400, `TargetTemplateList.${index} has another length.`);
      scores.push({ Score: comparison.similarity(target, single) });
    }
    return scores;
  });
  return app;
}
