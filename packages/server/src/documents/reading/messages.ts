import type { DecoderFault } from "@selfsame/photo/engine/decoder-faults";
import type { AnchorRow } from "../anchors/anchor-columns.ts";
import type { AnchorNames } from "../certificates/chain.ts";
import type { DocumentResult, GivenDocument, SignatureDemand } from "../document.ts";
import type { MdocAnswerQuestion } from "../mdoc/mdoc-answer.ts";
import type { StatusAnswer, StatusQuestion } from "../status/status-token.ts";
import type { WalletAnswer, WalletQuestion } from "../wallet-answer.ts";

/** What the process reads, one at a time, and what it answers. */
export interface Questions {
  readonly document: {
    readonly asks: SignatureDemand & { readonly document: GivenDocument; readonly nowMs: number };
    readonly answer: DocumentResult;
  };
  readonly anchors: {
    readonly asks: { readonly file: Uint8Array };
    /** Undefined if the file has no authorities. */
    readonly answer: readonly AnchorRow[] | undefined;
  };
  readonly status: { readonly asks: StatusQuestion; readonly answer: StatusAnswer };
  readonly mdoc_answer: { readonly asks: MdocAnswerQuestion; readonly answer: WalletAnswer };
  readonly wallet_answer: { readonly asks: WalletQuestion; readonly answer: WalletAnswer };
}

export type Kind = keyof Questions;
export type Question = { [K in Kind]: { readonly kind: K; readonly asks: Questions[K]["asks"] } }[Kind];
export type Answer = Questions[Kind]["answer"];

export type ToProcess = Question | { readonly kind: "found_anchors"; readonly certificates: readonly Uint8Array[] };

export type FromProcess =
  | { readonly kind: "ready" }
  | { readonly kind: "find_anchors"; readonly names: AnchorNames }
  | { readonly kind: "done"; readonly answer: Answer; readonly faults: readonly DecoderFault[] };
