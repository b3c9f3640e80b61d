/** Distinguishes what parsers throw: the file is not what was expected, or the parser is faulty. */
import { type DecoderFault, decoderFault } from "@selfsame/photo/engine/decoder-faults";

/** Names of error classes that their libraries do not export. */
const names: ReadonlySet<string> = new Set([
  "EncodingError",
  "SyntaxError",
  "InvalidCharacterError",
  "SDJWTException",
  "ZodError",
]);
/** Base classes of the errors of @owf/mdoc and @hpke/core. */
const classes: ReadonlySet<string> = new Set(["ValidationError", "CoseError", "MdlError", "HpkeError"]);
/** Codes of the errors of OpenSSL and Node's keys, and of jose. */
const codes = /^ERR_(?:OSSL|CRYPTO|JOSE|JW[A-Z])_/;

/** Whether an error means that a parser rejects the file. */
function isAboutTheFile(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, constructor } = error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  // Node throws plain errors for OpenSSL, and so do cbor-x and @owf/mdoc; the errors of JavaScript itself have other classes.
  if (constructor === Error || names.has(name) || codes.test(code)) return true;
  return [constructor, Object.getPrototypeOf(constructor)].some(({ name }: { name: string }) => classes.has(name));
}

/** Faults recorded for one document; more would add nothing. */
const faultsMax = 10;
let faults: DecoderFault[] = [];

export function noteFault(error: unknown): void {
  if (faults.length < faultsMax) faults.push(decoderFault(error));
}

/** Returns and clears the faults of the document that was read. Only one is read at a time. */
export function takeFaults(): readonly DecoderFault[] {
  const taken = faults;
  faults = [];
  return taken;
}

/** @returns undefined if the parser rejects the file, or fails by a fault of its own, which is recorded */
export function attempt<Value>(parse: () => Value): Value | undefined {
  try {
    return parse();
  } catch (error) {
    if (!isAboutTheFile(error)) noteFault(error);
    return undefined;
  }
}

/** Like `attempt`, for an asynchronous parser. */
export async function attemptLater<Value>(parse: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await parse();
  } catch (error) {
    if (!isAboutTheFile(error)) noteFault(error);
    return undefined;
  }
}
