/** What parsers throw, told apart: that the file is something else, or that a parser is broken. */
import { type DecoderFault, decoderFault } from "../photo/engine/decoder-faults.ts";

/** Of classes that are not exported by the library that throws them. */
const names: ReadonlySet<string> = new Set([
  "EncodingError",
  "SyntaxError",
  "InvalidCharacterError",
  "SDJWTException",
  "ZodError",
]);
/** Of @owf/mdoc and @hpke/core, each with classes of its own below it. */
const classes: ReadonlySet<string> = new Set(["ValidationError", "CoseError", "MdlError", "HpkeError"]);
/** Of OpenSSL and of Node's keys; of jose. */
const codes = /^ERR_(?:OSSL|CRYPTO|JOSE|JW[A-Z])_/;

/** Whether an error is a parser's answer to a file that it does not take. */
function isAboutTheFile(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, constructor } = error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  // Node throws them for OpenSSL, and so do cbor-x and @owf/mdoc; what JavaScript throws by itself has other classes.
  if (constructor === Error || names.has(name) || codes.test(code)) return true;
  return [constructor, Object.getPrototypeOf(constructor)].some(({ name }: { name: string }) => classes.has(name));
}

/** More of one document say nothing new. */
const faultsMax = 10;
let faults: DecoderFault[] = [];

export function noteFault(error: unknown): void {
  if (faults.length < faultsMax) faults.push(decoderFault(error));
}

/** The faults of the document that was read: one is read at a time. */
export function takeFaults(): readonly DecoderFault[] {
  const taken = faults;
  faults = [];
  return taken;
}

/** @returns undefined where the parser does not take the file, and where it failed by a fault of its own, which is noted */
export function attempt<Value>(parse: () => Value): Value | undefined {
  try {
    return parse();
  } catch (error) {
    if (!isAboutTheFile(error)) noteFault(error);
    return undefined;
  }
}

/** The same for one that answers later. */
export async function attemptLater<Value>(parse: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await parse();
  } catch (error) {
    if (!isAboutTheFile(error)) noteFault(error);
    return undefined;
  }
}
