import { createReceipts, type Receipts } from "../src/features/receipts/receipt.ts";
import type { Seal } from "@selfsame/platform/secrets/seal";

/** For tests: receipts of a service at `https://faces.example`. */
export const testReceipts = (seal: Seal, now: () => number): Receipts =>
  createReceipts({ seal, manifestSha256: "0".repeat(64), now, issuer: () => "https://faces.example" });
