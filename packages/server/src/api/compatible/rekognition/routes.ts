import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from "fastify";
import { addressOf } from "../../caller-address.ts";
import { callerOf } from "../../request-state.ts";
import type { Reject } from "../../reject.ts";
import { checked } from "../../v3/json-body.ts";
import { rejectProblem } from "../../v3/problems/reject-problem.ts";
import { type CompatibleDeps, guardRoutes } from "../guard-routes.ts";
import { checkSignature, type Proof, readHashed } from "../aws/check-signature.ts";
import { type AwsFailure, jsonType, sendFailures } from "../aws/failures.ts";
import { type AwsOperation, type AwsResult, operations } from "./operations.ts";

const targetPrefix = "RekognitionService.";
/** The error for an operation that is not offered. */
const other = "other";

/** Finds the operation of a request; requests without the header continue to the other routes of this path. */
function routeByTarget(app: FastifyInstance): void {
  const known = new Set(operations.map(({ target }) => target));
  app.addConstraintStrategy({
    name: "rekognition",
    storage: () => {
      const handlers = new Map<unknown, never>();
      return {
        get: (target) => handlers.get(target) ?? null,
        set: (target, handler) => handlers.set(target, handler as never),
      };
    },
    deriveConstraint: ({ headers: { "x-amz-target": target } }) => {
      if (typeof target !== "string" || !target.startsWith(targetPrefix)) return undefined;
      const name = target.slice(targetPrefix.length);
      return known.has(name) ? name : other;
    },
  });
}

/** CompareFaces and DetectFaces of Amazon Rekognition, as its clients send them: POST / with a signature. No CORS headers: backends call it. */
export function rekognitionRoutes(deps: CompatibleDeps): FastifyPluginAsync {
  const proofs = new WeakMap<FastifyRequest, Proof>();
  const sendFailure = sendFailures(deps.log);
  const refuse: Reject = (why, request, reply, detail) => {
    reply.removeHeader("www-authenticate");
    return sendFailure({ ...rejectProblem(why, request), ...(detail !== undefined && { detail }) }, request, reply);
  };
  const identify = async (request: FastifyRequest) =>
    deps.access.identifyById(proofs.get(request)?.keyId ?? "", addressOf(request));

  return async (app) => {
    routeByTarget(app);
    app.addHook("onRequest", checkSignature(deps, sendFailure, proofs));
    guardRoutes(app, deps, refuse, identify);
    for (const operation of operations) {
      const { name: endpoint, target } = operation;
      const options = { config: { endpoint, key: "private" }, constraints: { rekognition: target } } as const;
      app.post("/", options, async (request, reply) => {
        const proof = proofs.get(request);
        if (!proof) throw new Error("a handler ran before the signature was checked");
        const answer = await run(deps, operation, request, proof);
        if ("code" in answer) return sendFailure(answer, request, reply);
        reply.outcome = answer.outcome;
        reply.issues = answer.issues;
        reply.headers({ "cache-control": "no-store", "x-amzn-requestid": request.id });
        return reply.type(jsonType).send(JSON.stringify(answer.data));
      });
    }
    const options = {
      config: { endpoint: "rekognition.other", key: "private" },
      constraints: { rekognition: other },
    } as const;
    app.post("/", options, (request, reply) => sendFailure(notOffered, request, reply));
  };
}

const notOffered: AwsFailure = {
  code: "not_found",
  message:
    "Of Amazon Rekognition this service has CompareFaces and DetectFaces. There are no collections: keep one reference photo of each person, and compare with that.",
};

async function run(
  deps: CompatibleDeps,
  operation: AwsOperation,
  request: FastifyRequest,
  proof: Proof,
): Promise<AwsResult | AwsFailure> {
  const { raw, clientGone: signal } = request;
  const caller = callerOf(request);
  const { accountId } = caller;
  const arrived = deps.engine.requireRoom(accountId, operation.photos);
  const holding = deps.budgets.uploads.hold(accountId, signal);
  try {
    const startedMs = performance.now();
    const body = proof.body ?? (await readHashed(raw, holding));
    arrived();
    request.stages.add("upload", performance.now() - startedMs);
    if ("code" in body) return body;
    if (body.hash !== proof.payloadHash) {
      const message = "The body is not the one that was signed: its SHA-256 differs from X-Amz-Content-Sha256.";
      return { code: "invalid_parameter", type: "InvalidSignatureException", message };
    }
    const read = checked(operation.input, body.fields);
    if ("code" in read) return read;
    return await operation.run(deps, read.json, caller, {
      accountId,
      allowedDomains: [],
      signal,
      observe: request.stages.add,
    });
  } finally {
    arrived();
    holding.release();
  }
}
