import type { WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3 } from "./json-call.ts";

/** What people agree to in one language, in your words. */
export interface ConsentTextOf {
  readonly text: string;
  /** What the check is for. */
  readonly purpose: string | null;
  /** Of `text` in UTF-8, hex. */
  readonly sha256: string;
}

/** One version, by language (ISO 639-1). */
export interface ConsentText {
  readonly version: string;
  readonly created_at: string;
  readonly texts: Readonly<Record<string, ConsentTextOf>>;
}

export interface ConsentTexts {
  /** Those that you can set a text for. */
  readonly languages: readonly string[];
  /** Null: you have no texts of your own. */
  readonly version: string | null;
  readonly texts: Readonly<Record<string, ConsentTextOf>>;
  /** The newest 50, newest first. */
  readonly versions: readonly {
    readonly version: string;
    readonly created_at: string;
    readonly languages: readonly string[];
  }[];
}

/** By language. What is not given stays; null restores the service's own words. */
export type ConsentTextsChange = Readonly<
  Record<string, { readonly text: string; readonly purpose?: string | null | undefined } | null>
>;

export interface ConsentTextsOf {
  get(options?: CallOptions): Promise<WithMeta<ConsentTexts>>;
  /** One version, also an earlier one. */
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
