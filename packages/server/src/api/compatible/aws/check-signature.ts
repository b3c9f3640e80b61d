import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import { awsSecretOf } from "../../../accounts/keys/aws-secret.ts";
import { networkOf } from "../../../accounts/limits/network.ts";
import { readJson } from "@selfsame/photo/images/json";
import type { Holding } from "@selfsame/photo/images/memory-budget";
import { addressOf } from "../../caller-address.ts";
import { prefixOf } from "../../path-prefix.ts";
import type { CompatibleDeps } from "../guard-routes.ts";
import type { AwsFailure, SendFailure } from "./failures.ts";
import { type Claim, isSignedWith, readClaim, timeOf } from "./signature-v4.ts";

/** A body, and its SHA-256. */
export interface HashedBody {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly hash: string;
}

/** The signer of a request, and its body. */
export interface Proof {
  readonly keyId: string;
  readonly payloadHash: string;
  /** Set if the body had to be read to check the signature. */
  readonly body?: HashedBody;
}

/** The same as at AWS. A replay within this time only causes one more comparison and changes nothing. */
const skewMsMax = 5 * 60_000;
/** Headers that must be signed, because they affect the response. Others may be signed as well. */
const mustBeSigned = ["host", "x-amz-date", "x-amz-target"];
/** CompareFaces takes two photos. */
const photosMax = 2;

const incomplete: AwsFailure = { code: "invalid_api_key", type: "IncompleteSignatureException" };
const wrong: AwsFailure = {
  code: "invalid_api_key",
  type: "InvalidSignatureException",
  message:
    "The request signature does not match. Check the secret access key, and that proxies do not change the Host header or the path.",
};

/**
 * Verifies the signature of a request without the database: the secret is derived from the key's id. If a signed header holds the hash of the body,
 * this happens before the body is read. botocore sends no hash: then the body is read first, within its network's share of memory.
 */
export function checkSignature(
  deps: CompatibleDeps,
  sendFailure: SendFailure,
  proofs: WeakMap<FastifyRequest, Proof>,
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const proof = await prove(deps, request);
    if ("code" in proof) return sendFailure(proof, request, reply);
    proofs.set(request, proof);
  };
}

async function prove(deps: CompatibleDeps, request: FastifyRequest): Promise<Proof | AwsFailure> {
  const { authorization, "x-amz-date": date, "x-amz-content-sha256": declared } = request.headers;
  if (authorization === undefined) return { code: "missing_api_key", type: "MissingAuthenticationTokenException" };
  const claim = readClaim(authorization);
  if (!claim || typeof date !== "string") return incomplete;
  const problem = claimProblem(claim, date, declared !== undefined);
  if (problem) return problem;
  const isSigned = (payloadHash: string) => {
    const { method, raw } = request;
    const sent = { method, url: urlAsSigned(request, prefixOf(deps.publicUrl())), rawHeaders: raw.rawHeaders };
    return isSignedWith(awsSecretOf(deps.seal, claim.accessKeyId), claim, date, { ...sent, payloadHash });
  };
  const keyId = claim.accessKeyId;
  if (typeof declared === "string") return isSigned(declared) ? { keyId, payloadHash: declared } : wrong;
  const holding = deps.budgets.uploads.hold(`unproven ${networkOf(addressOf(request))}`, request.clientGone);
  request.raw.once("close", () => holding.release());
  const body = await readHashed(request.raw, holding);
  if ("code" in body) return body;
  return isSigned(body.hash) ? { keyId, payloadHash: body.hash, body } : wrong;
}

function claimProblem(claim: Claim, date: string, hasHash: boolean): AwsFailure | undefined {
  if (claim.service !== "rekognition") return wrong;
  const needed = hasHash ? [...mustBeSigned, "x-amz-content-sha256"] : mustBeSigned;
  const unsigned = needed.find((name) => !claim.signedHeaders.includes(name));
  if (unsigned !== undefined) return { ...incomplete, message: `The header ${unsigned} must be signed.` };
  if (!date.startsWith(claim.day)) return { ...incomplete, message: "X-Amz-Date is not of the day of the credential." };
  // NaN if the header is not a time.
  if (Math.abs(timeOf(date) - Date.now()) <= skewMsMax) return undefined;
  return { ...wrong, message: "Signature expired: X-Amz-Date must be within 5 minutes of the service's time." };
}

/** A proxy may have removed the path of the public address after the client signed it. */
function urlAsSigned({ originalUrl }: FastifyRequest, prefix: string): string {
  return originalUrl.startsWith(prefix) ? originalUrl : prefix + originalUrl;
}

/** Reads a JSON body, and hashes it while it arrives. @throws BudgetExhausted */
export async function readHashed(body: IncomingMessage, holding: Holding): Promise<HashedBody | AwsFailure> {
  const hash = createHash("sha256");
  const add = (chunk: Buffer) => void hash.update(chunk);
  body.on("data", add);
  // Copies in memory at most: bytes, text, parsed strings and photos.
  const read = await readJson(body, photosMax, { memory: { holding, times: 4 } });
  body.off("data", add);
  if (read.outcome === "read") return { fields: read.fields, hash: hash.digest("hex") };
  if (read.outcome === "too_large") return { code: "file_too_large", message: "The request body is too large." };
  return { code: "invalid_parameter", type: "SerializationException", message: "The request body is no JSON object." };
}
