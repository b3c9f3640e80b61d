import type { AccessControl } from "../../create-access.ts";
import type { Attempts } from "../../accounts/people/accounts/attempts.ts";
import type { Passwords } from "../../accounts/people/accounts/passwords.ts";
import type { Counters } from "../../accounts/limits/counters.ts";
import type { ResolveTxt } from "../../accounts/people/sign-on/domains.ts";
import type { SignOnDeps } from "../../accounts/people/sign-on/sign-on.ts";
import type { Plans } from "../../accounts/access/plans.ts";
import type { DocumentReader } from "../../documents/reading/document-reader.ts";
import type { MemoryBudget } from "@selfsame/photo/images/memory-budget";
import type { Retention } from "../../features/retention/periods.ts";
import type { Mailer } from "../../features/mail/mailer.ts";
import type { Nodes } from "@selfsame/platform/ops/nodes";
import type { SessionDeps } from "../../features/sessions/session.ts";
import type { Seal } from "@selfsame/platform/secrets/seal";
import type { Store } from "@selfsame/platform/store/store";
import type { PhotoDeps } from "@selfsame/photo/verify/photo";
import type { WebhookDeps } from "../../features/webhooks/endpoints.ts";
import type { LightUse } from "../../liveness/challenge/light/light-use.ts";
import type { Thresholds } from "./answers/thresholds.ts";

/** Dependencies of the dashboard's routes. */
export interface DashboardDeps {
  readonly store: Store;
  readonly access: AccessControl;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly seal: Seal;
  /** Of requests to these routes. */
  readonly counters: Counters;
  /** Single sign-on: teams' providers, and the DNS that proves their domains. */
  readonly signOn: SignOnDeps & { readonly resolveTxt: ResolveTxt };
  readonly plans: Plans;
  readonly webhooks: WebhookDeps;
  readonly documents: DocumentReader;
  /** Memory budget for request bodies. */
  readonly uploads: MemoryBudget;
  readonly verifications: SessionDeps;
  /** What analyzes photos. */
  readonly photos: PhotoDeps;
  /** Sends links and notices by e-mail, if mail is set up. */
  readonly mailer: Mailer;
  /** The embedding contract of the models in use. */
  readonly embeddingModel: string;
  /** How long the installation stores an account's data. */
  readonly retention: Retention;
  /** Screen colors of teams without a setting; "off" applies to all. */
  readonly challengeLight: LightUse;
  readonly nodes: Pick<Nodes, "list">;
  /** The models in use, as /api/v3/models returns them. */
  readonly models: () => unknown;
  /** Error rates by threshold of the model in use. */
  readonly thresholds: () => Thresholds;
  /** Without a trailing slash. A function, because with port 0 the address is known only after listening. */
  readonly publicUrl: () => string;
  /** Whether the address is SELFSAME_PUBLIC_URL, not the one the service listens on. */
  readonly hasPublicUrl: boolean;
  readonly now: () => number;
}
