import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import { awsSecretOf } from "../../../accounts/keys/aws-secret.ts";
import { networkOf } from "../../../accounts/limits/network.ts";
import { readJson } from "../../../photo/images/json.ts";
import type { Holding } from "../../../photo/images/memory-budget.ts";
import { addressOf } from "../../caller-address.ts";
import { prefixOf } from "../../path-prefix.ts";
import type { CompatibleDeps } from "../guard-routes.ts";
import type { AwsFailure, SendFailure } from "./failures.ts";
import { type Claim, isSignedWith, readClaim, timeOf } from "./signature-v4.ts";

/** A body that was read, and its SHA-256. */
export interface HashedBody {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly hash: string;
}

/** Who signed a request, and what body. */
export interface Proof {
  readonly keyId: string;
  readonly payloadHash: string;
  /** Where it had to be read to check the signature. */
  readonly body?: HashedBody;
}

/** AWS allows as much. Within it a request that is overheard could be sent again: it is one more comparison, and changes nothing. */
const skewMsMax = 5 * 60_000;
/** What decides the answer. Others may be signed as well. */
const mustBeSigned = ["host", "x-amz-date", "x-amz-target"];
/** CompareFaces has two. */
const photosMax = 2;

const incomplete: AwsFailure = { code: "invalid_api_key", type: "IncompleteSignatureException" };
const wrong: AwsFailure = {
  code: "invalid_api_key",
  type: "InvalidSignatureException",
  message:
    "The request signature does not match. Check the secret access key, and that proxies do not change the Host header or the path.",
};

/**
 * Checks who signed a request, without the database: the secret follows from the key's id. Where the hash of the body is in a signed header, before
 * anything of the body is read. botocore sends none: then the body is read first, in the share of memory of its network.
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
  // Not a number where it is no time.
  if (Math.abs(timeOf(date) - Date.now()) <= skewMsMax) return undefined;
  return { ...wrong, message: "Signature expired: X-Amz-Date must be within 5 minutes of the service's time." };
}

/** Proxies that remove the path of the public address did so after the client had signed it. */
function urlAsSigned({ originalUrl }: FastifyRequest, prefix: string): string {
  return originalUrl.startsWith(prefix) ? originalUrl : prefix + originalUrl;
}

/** Reads a JSON body, and hashes what arrives as it arrives. @throws BudgetExhausted */
export async function readHashed(body: IncomingMessage, holding: Holding): Promise<HashedBody | AwsFailure> {
  const hash = createHash("sha256");
  const add = (chunk: Buffer) => void hash.update(chunk);
  body.on("data", add);
  // As often as what arrived is in memory at most: bytes, text, parsed strings and photos.
  const read = await readJson(body, photosMax, { memory: { holding, times: 4 } });
  body.off("data", add);
  if (read.outcome === "read") return { fields: read.fields, hash: hash.digest("hex") };
  if (read.outcome === "too_large") return { code: "file_too_large", message: "The request body is too large." };
  return { code: "invalid_parameter", type: "SerializationException", message: "The request body is no JSON object." };
}
