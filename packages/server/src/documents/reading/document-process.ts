/** The process that reads documents, one at a time. Started by start-process.ts; it ends when its parent does. */
import { X509Certificate } from "node:crypto";
import { closeCodeCache } from "@selfsame/photo/engine/code-cache";
import { interactivePriority, lowerPriority } from "@selfsame/photo/engine/priorities";
import { noteFault, takeFaults } from "../attempt.ts";
import type { AnchorNames, FindAnchors } from "../certificates/chain.ts";
import type { Answer, FromProcess, Question, ToProcess } from "./messages.ts";

// Ctrl-C reaches every process of a terminal's group. It is ignored here: this process ends when its parent does.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => process.exit());

lowerPriority(interactivePriority);

// All parsers are imported now: loading them then takes no time from a document, and is over before the first one arrives.
const [{ readDocument }, { readAnchorRows }, { readWalletAnswer }, { readMdocAnswer }, { readStatus }] =
  await Promise.all([
    import("../document.ts"),
    import("../anchors/anchor-rows.ts"),
    import("../wallet-answer.ts"),
    import("../mdoc/mdoc-answer.ts"),
    import("../status/status-token.ts"),
    import("../chip/sod.ts"),
    import("../mdoc/mdoc.ts"),
    import("../sd-jwt/sd-jwt-vc.ts"),
  ]);
closeCodeCache();

let found: ((certificates: readonly Uint8Array[]) => void) | undefined;

process.on("message", (message: ToProcess) => {
  if (message.kind === "found_anchors") found?.(message.certificates);
  else void answer(message);
});
send({ kind: "ready" });

async function answer(question: Question): Promise<void> {
  const answer = await read(question).catch((error: unknown): Answer => {
    noteFault(error);
    return unreadable(question);
  });
  send({ kind: "done", answer, faults: takeFaults() });
}

async function read(question: Question): Promise<Answer> {
  switch (question.kind) {
    case "document": {
      const { document, nowMs, ...demand } = question.asks;
      return readDocument(document, demand, findAnchors, nowMs);
    }
    case "anchors":
      return readAnchorRows(Buffer.from(question.asks.file));
    case "status":
      return readStatus(question.asks, findAnchors);
    case "mdoc_answer":
      return readMdocAnswer(question.asks);
    case "wallet_answer":
      return readWalletAnswer(question.asks);
  }
}

function unreadable({ kind }: Question): Answer {
  switch (kind) {
    case "document":
      return { outcome: "document_unreadable" };
    case "anchors":
      return undefined;
    case "status":
    case "mdoc_answer":
    case "wallet_answer":
      return { outcome: "unreadable" };
  }
}

/** Requests anchors from the parent, which has the database. */
const findAnchors: FindAnchors = async ({ issuerHash, issuerKeyId, documentType, isOfStatus }: AnchorNames) => {
  const certificates = await new Promise<readonly Uint8Array[]>((resolve) => {
    found = resolve;
    send({ kind: "find_anchors", names: { issuerHash, issuerKeyId, documentType, isOfStatus } });
  });
  return certificates.map((der) => new X509Certificate(der));
};

function send(message: FromProcess): void {
  process.send?.(message);
}
