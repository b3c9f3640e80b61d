import type { WalletAnswer } from "../../documents/wallet-answer.ts";
import { walletProblem } from "../../features/sessions/wallet/problems.ts";
import { rejectWallet, takeWalletRequest, type WalletRequest } from "../../features/sessions/wallet/wallet-request.ts";
import { randomBase62 } from "@selfsame/platform/ids/base62";
import type { WalletDeps } from "./deps.ts";
import { type Presented, receivePortrait, type Way } from "./receive-portrait.ts";

type Received =
  /** With the code that the person's browser brings back, if the wallet is on the same device. */
  | { readonly outcome: "taken"; readonly returnCode: string | undefined }
  /** Nothing proves that the wallet sent it: the request stays open. */
  | { readonly outcome: "invalid"; readonly description: string }
  /** Another response came first, or the request expired meanwhile. */
  | { readonly outcome: "gone" };

const invalid = (description: string) => ({ outcome: "invalid", description }) as const;

/** Processes a wallet's response, which uses up the request. @throws EngineUnavailable */
export async function receiveAnswer(
  deps: WalletDeps,
  found: WalletRequest,
  form: URLSearchParams,
  way: Way,
  signal: AbortSignal,
): Promise<Received> {
  const read = await readOf(deps, found, form, way, signal);
  if (typeof read === "string") return invalid(read);
  if (!(await takeWalletRequest(deps.sessions, found.id))) return { outcome: "gone" };
  const returnCode = found.returns && way === "link" ? randomBase62(32) : undefined;
  const code =
    read.outcome === "declined"
      ? walletProblem(read.error)
      : await receive(deps, found, { ...read, way }, returnCode, signal);
  if (code !== undefined) await rejectWallet(deps.sessions, found, code);
  return code === undefined || read.outcome === "declined"
    ? { outcome: "taken", returnCode }
    : invalid(`The document cannot be taken: ${code}.`);
}

async function receive(
  deps: WalletDeps,
  found: WalletRequest,
  presented: Presented,
  returnCode: string | undefined,
  signal: AbortSignal,
) {
  try {
    return await receivePortrait(deps, found, presented, returnCode, signal);
  } catch (error) {
    // The request is used up: the page offers another.
    await rejectWallet(deps.sessions, found, "internal_error");
    throw error;
  }
}

type Answered = Exclude<WalletAnswer, { readonly outcome: "unreadable" }>;

/** @returns what is wrong, if it is not a response to this request */
async function readOf(
  deps: WalletDeps,
  found: WalletRequest,
  form: URLSearchParams,
  way: Way,
  signal: AbortSignal,
): Promise<Answered | string> {
  const response = form.get("response");
  if (way === "mdoc") return readIso(deps, found, response, signal);
  if (response === null) return plainError(found, form);
  const { readAnswer } = await import("../../features/sessions/wallet/open-id.ts");
  const expected = way === "browser" ? { ...found, state: undefined } : found;
  const read = await readAnswer(deps.documents, expected, response, signal);
  return read.outcome === "unreadable" ? "The response is not encrypted for this request, or has another state." : read;
}

/** The browser's dialog reports a refusal itself, so the response is always a document. */
async function readIso(
  deps: WalletDeps,
  found: WalletRequest,
  response: string | null,
  signal: AbortSignal,
): Promise<Answered | string> {
  if (response === null) return "`response` is missing.";
  const { isoSession } = await import("../../features/sessions/wallet/iso-mdoc.ts");
  const { accountId, mdocJwk: jwk } = found;
  const asks = { response, jwk, transcript: isoSession(deps.publicUrl(), found) };
  const read = await deps.documents.read("mdoc_answer", asks, { accountId, signal });
  return !read || read.outcome === "unreadable"
    ? "The response is not encrypted for this request and this page."
    : read;
}

/** A wallet that cannot encrypt sends its error unencrypted (OpenID4VP 1.0, 8.3.1). */
function plainError({ state }: WalletRequest, form: URLSearchParams): Answered | string {
  const error = form.get("error");
  if (error === null) return "`response` is missing, or `error` with `state` where the wallet has no answer.";
  return form.get("state") === state ? { outcome: "declined", error } : "`state` is not that of the request.";
}
