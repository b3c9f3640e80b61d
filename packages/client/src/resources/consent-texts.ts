import type { WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3 } from "./json-call.ts";

/** The consent text in one language, in your words. */
export interface ConsentTextOf {
  readonly text: string;
  /** The purpose of the check. */
  readonly purpose: string | null;
  /** SHA-256 of `text` in UTF-8, hex. */
  readonly sha256: string;
}

/** One version of the consent text, by language (ISO 639-1). */
export interface ConsentText {
  readonly version: string;
  readonly created_at: string;
  readonly texts: Readonly<Record<string, ConsentTextOf>>;
}

export interface ConsentTexts {
  /** Languages that you can set a text for. */
  readonly languages: readonly string[];
  /** Null: you have no texts of your own. */
  readonly version: string | null;
  readonly texts: Readonly<Record<string, ConsentTextOf>>;
  /** The newest 50 versions, newest first. */
  readonly versions: readonly {
    readonly version: string;
    readonly created_at: string;
    readonly languages: readonly string[];
  }[];
}

/** Changes by language. Languages left out stay unchanged; null restores the service's own text. */
export type ConsentTextsChange = Readonly<
  Record<string, { readonly text: string; readonly purpose?: string | null | undefined } | null>
>;

export interface ConsentTextsOf {
  get(options?: CallOptions): Promise<WithMeta<ConsentTexts>>;
  /** Returns one version, current or earlier. */
  version(version: string, options?: CallOptions): Promise<WithMeta<ConsentText>>;
  update(change: ConsentTextsChange, options?: CallOptions): Promise<WithMeta<ConsentTexts>>;
}

const path = "/consent_texts";

export function createConsentTexts(transport: Transport): ConsentTextsOf {
  return {
    get: async (options) => callV3<ConsentTexts>(transport, { method: "GET", path }, options),
    version: async (version, options) =>
      callV3<ConsentText>(transport, { method: "GET", path: `${path}/${encodeURIComponent(version)}` }, options),
    update: async (change, options) => callV3<ConsentTexts>(transport, { method: "POST", path, json: change }, options),
  };
}
