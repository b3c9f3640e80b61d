import type { Logger } from "pino";
import type { DocumentReader } from "../../documents/reading/document-reader.ts";
import type { Budgets } from "@selfsame/photo/images/memory-budget";
import type { SessionDeps } from "../../features/sessions/session.ts";
import type { LinkLimits } from "../../features/sessions/visit/link-limits.ts";
import type { WalletIdentity } from "../../features/sessions/wallet/identity.ts";
import type { VerifyDeps } from "@selfsame/photo/verify/verify";

export interface WalletDeps extends VerifyDeps {
  readonly sessions: SessionDeps & { readonly limits: LinkLimits };
  readonly identity: WalletIdentity;
  readonly documents: DocumentReader;
  readonly budgets: Budgets;
  readonly log: Pick<Logger, "warn">;
  publicUrl(): string;
}
