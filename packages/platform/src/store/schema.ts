import type { Generated } from "kysely";
import type { Fixed } from "./fixed-column.ts";
import type { EmailDomainsTable, IdentitiesTable, SignOnFlowsTable, SignOnProvidersTable } from "./tables/sign-on.ts";
import type { EvidenceTable } from "./tables/evidence.ts";
import type { AlertsTable, NodesTable } from "./tables/alerts.ts";
import type { ReviewCasesTable } from "./tables/reviews.ts";
import type { RevocationListsTable, RevokedCertificatesTable } from "./tables/revocation-lists.ts";
import type {
  AccountTrustAnchorsTable,
  TrustAnchorsTable,
  TrustListAnchorsTable,
  TrustListsTable,
} from "./tables/trust-anchors.ts";
import type { RegistrationCertificatesTable } from "./tables/registration-certificates.ts";
import type { ReceiptKeysTable } from "./tables/receipts.ts";
import type { TemplateKeysTable } from "./tables/templates.ts";
import type { OidcClientsTable, OidcKeysTable, OidcStatesTable } from "./tables/oidc.ts";
import type { RequestsTable } from "./tables/requests.ts";
import type { SignedInBy } from "./signed-in-by.ts";
import type { TimeColumn } from "./time-columns.ts";

export interface AccountsTable {
  readonly id: Fixed<string>;
  /** What its team is called; empty until the first account is claimed by its setup link. */
  name: Generated<string>;
  plan: string;
  readonly created_at_ms: Fixed<number>;
  /** Since when its keys and sessions are refused. */
  closed_at_ms: number | null;
  /** Start of the last month whose limit it reached, in UTC. */
  limit_told_month_ms: number | null;
  /** 1: its members need a second factor. */
  factor_required: Generated<number>;
  /** 1: the same for all its keys and sessions. */
  passive_liveness_required: Generated<number>;
  /** 1: it made live sessions before they needed a name and a privacy policy. */
  branding_optional: Generated<number>;
  /** 1: a person decides sessions that fail, where the request does not say. */
  review_failed: Generated<number>;
  /** 1: two have to agree on it. */
  review_by_two: Generated<number>;
  /** From which similarity two faces match, where neither the request nor its key says. */
  threshold: number | null;
  /** The same for verification sessions, before their key's. */
  session_threshold: number | null;
  /** The settings `screenColors` and `documentStatus`. Read while nodes of the previous version write it; `settings` has them as well. */
  light_use: string | null;
  document_status: string | null;
  /** Which live challenges its keys accept that have no mode of their own. */
  challenge_mode: Generated<"stepwise" | "any">;
  /** Days that sessions, requests and batches are stored; null: as long as the installation stores them. */
  sessions_days: number | null;
  request_log_days: number | null;
  batch_results_days: number | null;
  /** JSON: the public key that photos of its sessions are sealed to. Null: none are. */
  evidence_key: string | null;
  evidence_days: number | null;
  evidence_set_at_ms: number | null;
  /** JSON object: settings without a column of their own, by name. See settings/stored-setting.ts. */
  settings: Generated<string>;
}

/** People. Each is a member of at least one account. */
export interface UsersTable {
  readonly id: Fixed<string>;
  /** Lower case. Null until the first account is claimed by its setup link. */
  email: string | null;
  /** PHC string of scrypt; null like `email`, and until its link was opened. */
  password_hash: string | null;
  /** 1: runs the service, and sees every account. */
  operator: number;
  /** The team they were in last: where the next session begins. */
  last_account_id: string | null;
  /** When the user proved that `email` is theirs; for some others it is known all the same: see accounts/people/accounts/is-proven.ts. */
  email_proven_at_ms: number | null;
  /** That mails are written in where no request says one: of their last sign-in, such as "de". */
  language: Generated<string | null>;
  readonly created_at_ms: Fixed<number>;
}

/** Who belongs to an account's team, and what they may do there: see accounts/people/teams/roles.ts. */
interface MembersTable {
  readonly account_id: Fixed<string>;
  readonly user_id: Fixed<string>;
  role: "owner" | "admin" | "developer" | "reviewer" | "viewer";
  /** 1: they are mailed when sessions wait for a review. */
  review_mail: Generated<number>;
  review_mailed_at_ms: Generated<number | null>;
  readonly created_at_ms: Fixed<number>;
}

/** Into a team, by a link that works once. */
interface InvitationsTable {
  readonly id: Fixed<string>;
  /** SHA-256 of the link's secret, hex. */
  readonly hash: Fixed<string>;
  readonly account_id: Fixed<string>;
  /** Lower case: for whom it is. */
  readonly email: Fixed<string>;
  readonly role: Fixed<MembersTable["role"]>;
  readonly invited_by: Fixed<string>;
  /** 1: the link went to `email` alone, so its holder reads the mail there. */
  readonly mailed: Generated<number>;
  readonly created_at_ms: Fixed<number>;
  readonly expires_at_ms: Fixed<number>;
}

export interface ApiKeysTable {
  readonly id: Fixed<string>;
  readonly account_id: Fixed<string>;
  readonly kind: Fixed<"private" | "public">;
  name: string;
  /** SHA-256 of the key, hex. The key itself is nowhere. */
  hash: string;
  readonly prefix: Fixed<string>;
  last_four: string;
  /** JSON array of origins. */
  allowed_origins: string;
  /** 1: nothing is analyzed or billed, and the caller chooses the results. Its kind is "private". */
  readonly test: Generated<number>;
  /** 1: the account's one key of the dashboard's playground, created again each time. */
  readonly playground: Generated<number>;
  /** 1: made by us, with our checksum. 0: given by the operator, or from before this was noted. */
  well_formed: Generated<number>;
  /** 1: a verify without a challenge token is refused, unless the request says otherwise. */
  require_challenge: Generated<number>;
  /** 0: a photo with several faces is refused, unless the request says otherwise. */
  allow_several_faces: Generated<number>;
  /** 1: a selfie that does not pass the passive liveness check is rejected. */
  require_passive_liveness: Generated<number>;
  /** Null: as the team has it. */
  challenge_mode: "stepwise" | "any" | null;
  /** 1: a reference that no trusted issuer signed is rejected, unless the request says otherwise. */
  require_signed_document: Generated<number>;
  /** 1: chips that are signed with SHA-1 or SHA-224 count as signed. */
  allow_weak_signature: Generated<number>;
  /** 1: verdicts come with a receipt, unless the request says otherwise. */
  receipt: Generated<number>;
  /** From which similarity two faces match, where the request does not say. */
  threshold: Generated<number | null>;
  created_at_ms: number;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
  /** Day of the last use in UTC, `2026-11-21`. */
  last_used_day: string | null;
  /** The user who created it. Null: no user was signed in, or a version that did not record it. */
  readonly created_by: Generated<string | null>;
  /** The key that made it. Null: a person or the command line did. */
  readonly parent_id: Generated<string | null>;
  /** The first key of its rotations: they count against the same limits. Null: itself. */
  readonly budget_id: Generated<string | null>;
  /** JSON array: its parent and theirs, whose limits it counts against, too. */
  readonly ancestors: Generated<string>;
  /** JSON array: the users who have seen it, or a key that it comes of. Null: a version that did not record it. */
  readonly acts_for: Generated<string | null>;
  /** The key that rotation made in this one's place. */
  successor_id: string | null;
  /** JSON array; null: all. */
  scopes: Generated<string | null>;
  /** JSON array; empty: from anywhere. */
  address_ranges: Generated<string>;
  /** Limits of its own, beside those of its account's plan; null is none. */
  requests_per_minute: Generated<number | null>;
  requests_per_month: Generated<number | null>;
  concurrent_requests: Generated<number | null>;
}

interface AllowedDomainsTable {
  readonly account_id: Fixed<string>;
  readonly domain: Fixed<string>;
  readonly created_at_ms: Fixed<number>;
}

interface SessionsTable {
  /** Names the session in lists; the secret in the cookie is something else. */
  readonly id: Fixed<string>;
  readonly user_id: Fixed<string>;
  /** The team that the dashboard shows them. */
  account_id: string;
  readonly hash: Fixed<string>;
  readonly address: Fixed<string>;
  readonly user_agent: Fixed<string>;
  /** Null in one from before this was noted. */
  readonly signed_in_by: Fixed<SignedInBy | null>;
  readonly created_at_ms: Fixed<number>;
  last_seen_at_ms: number;
  /** When its person last showed who they are: by signing in, or by the password again. */
  confirmed_at_ms: number;
}

/** Browsers that a user has signed in from: their wrong guesses are counted separately. */
interface DevicesTable {
  readonly id: Fixed<string>;
  readonly user_id: Fixed<string>;
  /** SHA-256 of its cookie, hex. */
  readonly hash: Fixed<string>;
  last_seen_at_ms: number;
}

/** One-time links: to claim the first account, or to set a new password. */
interface LinksTable {
  readonly hash: Fixed<string>;
  readonly kind: Fixed<"setup" | "reset">;
  readonly user_id: Fixed<string>;
  /** 1: its holder is who the e-mail belongs to: it was mailed there alone, or an operator made it on the command line. */
  readonly proves: Generated<number>;
  readonly expires_at_ms: Fixed<number>;
}

/** Of people, to sign in with instead of a password. */
interface PasskeysTable {
  readonly id: Fixed<string>;
  readonly user_id: Fixed<string>;
  /** The authenticator's name for it, base64url. */
  readonly credential_id: Fixed<string>;
  /** COSE key, base64url. */
  readonly public_key: Fixed<string>;
  /** How often it was used, where the authenticator counts. */
  counter: number;
  /** 1: its maker keeps a copy for the person's other devices. */
  backed_up: number;
  name: string;
  readonly created_at_ms: Fixed<number>;
  last_used_at_ms: number | null;
}

/** What a passkey is to sign; each is answered once. */
interface PasskeyChallengesTable {
  /** Base64url. */
  readonly challenge: Fixed<string>;
  /** SHA-256 of the cookie of the browser that asked, hex. */
  readonly browser_hash: Fixed<string>;
  /** Whose passkey is made with it; null to sign in. */
  readonly user_id: Fixed<string | null>;
  readonly expires_at_ms: Fixed<number>;
}

/** Apps that show codes which change: a row a person. */
interface AuthenticatorAppsTable {
  readonly user_id: Fixed<string>;
  /** Sealed; null until its first code was typed. */
  secret: string | null;
  /** Sealed: waits for its first code. */
  pending_secret: string | null;
  /** Of 30 seconds since 1970, the last whose code was used. */
  last_step: number;
  /** Since when it is in use. */
  created_at_ms: number | null;
}

/** Each once, in place of a factor that is lost. */
interface RecoveryCodesTable {
  /** SHA-256, hex. */
  readonly hash: Fixed<string>;
  readonly user_id: Fixed<string>;
}

/** Sign-ins that wait for the second factor. */
interface SignInStepsTable {
  /** SHA-256 of the cookie, hex. */
  readonly hash: Fixed<string>;
  readonly user_id: Fixed<string>;
  /** What was shown first. */
  readonly proof: Fixed<SignedInBy>;
  readonly expires_at_ms: Fixed<number>;
}

/** Counts of how long requests took are 0 unless given: see time-columns.ts. */
export interface UsageTable extends Record<TimeColumn, Generated<number>> {
  /** Start of the hour, epoch milliseconds. */
  readonly hour_ms: Fixed<number>;
  readonly key_id: Fixed<string>;
  readonly account_id: Fixed<string>;
  readonly endpoint: Fixed<string>;
  readonly outcome: Fixed<string>;
  count: number;
  duration_ms: number;
}

/** Batches of usage already added, so that one whose answer was lost is not added twice. */
interface UsageBatchesTable {
  readonly id: Fixed<string>;
  readonly written_at_ms: Fixed<number>;
}

interface AuditTable {
  readonly id: Generated<number>;
  readonly at_ms: Fixed<number>;
  /** Whose account it concerns; null for a sign-in to an account that does not exist. */
  readonly account_id: Fixed<string | null>;
  /** The user who did it, or `command line`, or null when no user was signed in. */
  readonly actor: Fixed<string | null>;
  readonly action: Fixed<string>;
  readonly target: Fixed<string | null>;
  /** Null, too, when the person who did it was deleted. */
  address: string | null;
  /** How the actor had signed in; null when no user was, and in versions that did not record it. */
  readonly signed_in_by: Fixed<SignedInBy | null>;
}

/** Keys and accounts that were deleted, until their usage has gone, too. */
interface ErasuresTable {
  /** Of the key or the account. */
  readonly id: Fixed<string>;
  readonly kind: Fixed<"account" | "key">;
  readonly erased_at_ms: Fixed<number>;
}

export interface ChallengesTable {
  readonly id: Fixed<string>;
  readonly account_id: Fixed<string>;
  /** JSON array, in order. */
  readonly steps: Fixed<string>;
  attempts: number;
  readonly created_at_ms: Fixed<number>;
  readonly expires_at_ms: Fixed<number>;
  completed_at_ms: number | null;
  /** What the caller's backend bound it to. */
  readonly nonce: Fixed<string | null>;
  /** Who asked for it, so that those that were not passed can be counted: a keyed hash. */
  readonly drawer: Fixed<string | null>;
  /** The public key that it was asked for with; null for that of a session. */
  readonly key_id: Fixed<string | null>;
  /** JSON of a plan (liveness/challenge/stepwise/draw-next.ts); null where all steps were drawn at once. */
  readonly plan: Fixed<string | null>;
}

/** What a stepwise challenge has asked for so far, one row a step and one for the selfie. Gone when the challenge ends. */
interface ChallengeTurnsTable {
  readonly challenge_id: Fixed<string>;
  /** From 1. */
  readonly position: Fixed<number>;
  /** JSON; null for the selfie. */
  readonly task: Fixed<string | null>;
  readonly shown_at_ms: Fixed<number>;
  /** From then on. */
  readonly not_before_ms: Fixed<number>;
  readonly until_ms: Fixed<number>;
  /** When its frame arrived. */
  taken_at_ms: number | null;
  /** What was measured of that frame, sealed. */
  frame: string | null;
}

/** Frames of live challenges, so that none counts twice. Hashes only: nothing of a face can be made of them. */
interface ChallengeFramesTable {
  /** Of the file, hex. */
  readonly sha256: Fixed<string>;
  readonly account_id: Fixed<string>;
  /** See face-hash.ts of @selfsame/face, hex. */
  readonly face_hash: Fixed<string>;
  /** See detail-hash.ts there, hex; null of frames that an earlier version saw. */
  readonly detail_hash: Fixed<string | null>;
  readonly seen_at_ms: Fixed<number>;
}

/** How often the colors of a screen came to each result, by day: see challenge/light/. */
interface ChallengeLightTable {
  readonly day_ms: Fixed<number>;
  readonly result: Fixed<string>;
  /** 1: all else of the challenge was passed. */
  readonly passed: Fixed<number>;
  /** Hundredths, rounded down to 5; -100 where nothing was measured. */
  readonly correlation: Fixed<number>;
  count: number;
}

/** Keys that challenge tokens are signed with. */
interface ChallengeKeysTable {
  readonly id: Fixed<string>;
  /** 32 bytes, sealed: see secrets/. */
  readonly secret: Fixed<string>;
  readonly created_at_ms: Fixed<number>;
  /** Since when a newer one signs. */
  retired_at_ms: number | null;
}

/** Tokens that were taken, by their ids, until they would have expired anyway. */
interface ChallengeTokensUsedTable {
  readonly id: Fixed<string>;
  readonly expires_at_ms: Fixed<number>;
}

/** What wallets presented, by a hash of the request that it was made for: see documents/presentations.ts. */
interface PresentationsUsedTable {
  readonly id: Fixed<string>;
  readonly expires_at_ms: Fixed<number>;
}

/** What a session's wallet is asked: see features/sessions/wallet/wallet-request.ts. */
interface WalletRequestsTable {
  readonly session_id: Fixed<string>;
  id: string;
  readonly account_id: string;
  /** Nonce, state and key, sealed. Null once it was answered. */
  sealed: string | null;
  /** The code that the answer was rejected with. */
  problem: string | null;
  /** An answer that waits for its browser: see features/sessions/wallet/return.ts. */
  held: string | null;
  expires_at_ms: number;
}

/** See platform/queue/open-queue.ts. */
interface JobsTable {
  readonly id: Generated<number>;
  name: string;
  /** JSON. */
  readonly data: Fixed<string>;
  priority: number;
  /** When it is due; while it is claimed, the end of its lease. */
  run_at_ms: number;
  /** How often it was claimed. */
  attempts: number;
  /** While it is claimed. */
  lease_until_ms: number | null;
  /** While it is claimed; null for claims of versions without it. */
  claim_id: string | null;
  readonly created_at_ms: Fixed<number>;
  /** Whose turn it takes; empty where it belongs to no account. */
  readonly account: Fixed<string>;
  /** Where it goes within its account; empty where nowhere. */
  readonly target: Fixed<string>;
}

/** How what jobs go to has answered, on both stores: see platform/queue/targets.ts. */
interface JobTargetsTable {
  readonly account: Fixed<string>;
  readonly target: Fixed<string>;
  standing: "quick" | "slow";
  /** How often in a row it has not answered. */
  strikes: number;
  paused_until_ms: number;
  seen_at_ms: number;
}

/** What happened, for the account's own systems. Ids and states only. */
export interface EventsTable {
  readonly id: Fixed<string>;
  readonly account_id: Fixed<string>;
  readonly type: Fixed<string>;
  /** JSON. */
  readonly data: Fixed<string>;
  readonly created_at_ms: Fixed<number>;
  /** 1: of what a test key made. */
  readonly test: Generated<number>;
}

export interface WebhookEndpointsTable {
  readonly id: Fixed<string>;
  readonly account_id: Fixed<string>;
  /** Sealed: see platform/secrets/sealed-address.ts. */
  url: string;
  /** JSON array of event types; empty means all. */
  types: string;
  /** The batch whose callback it is: it receives nothing else, and is in no list. */
  readonly only_for: Fixed<string | null>;
  /** 1: receives the events of test keys, and nothing else. */
  readonly test: Generated<number>;
  secret: string;
  /** Signs too, for a while after a rotation. */
  old_secret: string | null;
  old_secret_until_ms: number | null;
  readonly created_at_ms: Fixed<number>;
  /** Since when every attempt failed. */
  failing_since_ms: number | null;
  disabled_at_ms: number | null;
  /** Null where a user disabled it. */
  disabled_reason: "gone" | "failing" | null;
  /** When it first answered 2xx. */
  verified_at_ms: number | null;
  /** How often something was posted to it before. */
  posts_unverified: Generated<number>;
  /** When something was last posted to it before. */
  posted_at_ms: number | null;
}

export interface WebhookDeliveriesTable {
  readonly id: Fixed<string>;
  readonly endpoint_id: Fixed<string>;
  readonly event_id: Fixed<string>;
  status: "pending" | "delivered" | "failed";
  attempts: number;
  readonly created_at_ms: Fixed<number>;
  attempted_at_ms: number | null;
  next_attempt_at_ms: number | null;
  response_status: number | null;
  /** The first of the answer's body. */
  response_head: string | null;
  duration_ms: number | null;
  /** Why there was no answer, in a word of ours. */
  problem: string | null;
  /** JSON: by name, as they were last sent. Null before, and of earlier versions. */
  request_headers: string | null;
}

/** Requests that made something, so that the same request sent again makes nothing more. */
export interface IdempotencyKeysTable {
  /** The account and its key. */
  readonly id: Fixed<string>;
  readonly account_id: Fixed<string>;
  /** SHA-256 of what was asked, hex. */
  fingerprint: string;
  /** JSON without secrets; null while it is being made. */
  answer: string | null;
  created_at_ms: number;
}

export interface BatchesTable {
  readonly id: Fixed<string>;
  readonly account_id: Fixed<string>;
  /** Made with it, and stops with it. */
  readonly key_id: Fixed<string>;
  status: "queued" | "running" | "completed" | "cancelled";
  readonly total: Fixed<number>;
  /** Compared. */
  done: number;
  /** Could not be. */
  failed: number;
  /** Null: the model's own. */
  readonly threshold: Fixed<number | null>;
  /** 1: each result comes with a receipt. */
  readonly receipt: Generated<number>;
  cancel_reason: "asked" | "key_revoked" | null;
  readonly created_at_ms: Fixed<number>;
  started_at_ms: number | null;
  ended_at_ms: number | null;
}

/** Never a photo: where it is. The addresses are sealed, and go as soon as the item has its result: they may hold signatures. */
interface BatchItemsTable {
  readonly batch_id: Fixed<string>;
  /** In the batch, from 0. */
  readonly position: Fixed<number>;
  /** As the caller named it. */
  readonly item_id: Fixed<string>;
  /** JSON array; where it is sealed, the selfie's address is the first in it. */
  reference_urls: string;
  selfie_url: string;
  /** How often a host asked for patience. */
  tries: Generated<number>;
  /** JSON; null until it is there. */
  result: string | null;
}

/** See sessions/. Not to be confused with `sessions`, those of people signed in to the dashboard. */
export interface VerificationSessionsTable {
  readonly id: Fixed<string>;
  readonly account_id: Fixed<string>;
  /** Made with it, and counted for it. Null: made in the dashboard. */
  readonly key_id: Fixed<string | null>;
  status: "open" | "started" | "captured" | "needs_review" | "verified" | "failed" | "expired" | "cancelled";
  /** Counts changes, for pages that follow them. */
  version: number;
  readonly test: Fixed<number>;
  readonly external_id: Fixed<string | null>;
  /** JSON object of strings. */
  readonly metadata: Fixed<string>;
  readonly locale: Fixed<string | null>;
  return_url: string | null;
  /** Which of its links opens it, from 1. */
  link: Generated<number>;
  readonly challenge: Fixed<"required" | "off">;
  /** Whether a selfie that is surely live spares the challenge; `taken` once the one selfie that may was sent. */
  passive_first: Generated<"off" | "open" | "taken">;
  /** Of the selfie. `allow_unsure`: only an attack fails. */
  readonly passive_liveness: Fixed<"off" | "required" | "allow_unsure">;
  /** Null: the model's own. */
  readonly threshold: Fixed<number | null>;
  attempts: number;
  attempts_allowed: number;
  has_reference: number;
  /** 1: the person's wallet gives the reference. */
  readonly wallet: Generated<number>;
  /** 1: what its capture is compared with has to be signed. */
  readonly require_signed_document: Generated<number>;
  /** JSON: the document that the reference came as, as answers report it. */
  document: string | null;
  /** Its embedding, sealed with the link's secret and the server's key. Null without one, and after the end. */
  reference: string | null;
  /** How many photos it is the mean of. */
  readonly reference_photos: Fixed<number>;
  /** How often it may be compared after its capture. Null: it has its reference, or needs none. */
  readonly compare_limit: Fixed<number | null>;
  /** For how many minutes after its capture. */
  readonly compare_minutes: Fixed<number | null>;
  comparisons: Generated<number>;
  /** Embeddings of the attempt that passed, sealed with the link's secret and the server's key. Null before, and after the end. */
  capture: string | null;
  captured_at_ms: number | null;
  /** The embedding contract that the reference or the capture was made under. */
  model: string;
  /** SHA-256 of what the page's device calls itself, hex: whose session it is now. */
  device: string | null;
  /** The one drawn last. */
  challenge_id: string | null;
  consent_version: string | null;
  /** JSON: what was agreed to, and who asked. */
  consent: string | null;
  /** The person took their consent back. */
  withdrawn_at_ms: number | null;
  /** JSON. */
  result: string | null;
  /** JSON: what was sent, where the verdict comes with a receipt. Null: without one. */
  receipt_photos: string | null;
  /** The signed receipt of the verdict. */
  receipt: string | null;
  /** What the account had when it was made. Null: nothing of it is sealed. */
  evidence_key: string | null;
  evidence_days: number | null;
  /** For how many days after its end it may be stored, as the person was told. Null: no consent, or an earlier version. */
  consented_days: number | null;
  /** What became of the sealed photos. Null: there are none, or none any more. */
  evidence: Generated<"sealed" | "over_limit" | null>;
  /** 1: a person decides it where it would fail. */
  readonly review: Generated<number>;
  /** JSON: the decision that waits for a second person. */
  review_pending: string | null;
  /** The OpenID Connect client that sends the person. Null: nobody but the caller does. */
  readonly oidc_client: Generated<string | null>;
  /** What the client knows the person by. */
  readonly oidc_sub: Generated<string | null>;
  /** The authorization request that took it, a hash. Null: it waits for one. */
  oidc_step: Generated<string | null>;
  /** The outcome of a test session, from then on. */
  readonly oidc_simulate: Generated<string | null>;
  readonly created_at_ms: Fixed<number>;
  /** When the person chose "Not now", the first time. */
  declined_at_ms: number | null;
  opened_at_ms: number | null;
  /** Also when consent was given. */
  started_at_ms: number | null;
  ended_at_ms: number | null;
  expires_at_ms: number;
}

interface SessionTimelineTable {
  readonly id: Generated<number>;
  readonly session_id: Fixed<string>;
  readonly kind: Fixed<string>;
  /** JSON. */
  readonly data: Fixed<string>;
  readonly at_ms: Fixed<number>;
}

/** How an account shows itself to the people it asks. */
interface BrandingsTable {
  readonly account_id: Fixed<string>;
  name: string | null;
  accent: string | null;
  privacy_url: string | null;
  /** Who is responsible for the data in the sense of the law. */
  controller: string | null;
  /** Another way in: an https address, an e-mail address or a phone number. */
  contact: string | null;
  /** Base64. */
  logo: string | null;
  logo_type: string | null;
  changed_at_ms: number;
}

/** An account's own words for the consent. */
interface ConsentTextsTable {
  readonly account_id: Fixed<string>;
  /** From 1. */
  readonly version: Fixed<number>;
  /** JSON: by language, the text and its purpose. */
  readonly texts: Fixed<string>;
  readonly created_at_ms: Fixed<number>;
}

export interface Schema {
  accounts: AccountsTable;
  users: UsersTable;
  members: MembersTable;
  invitations: InvitationsTable;
  api_keys: ApiKeysTable;
  allowed_domains: AllowedDomainsTable;
  sessions: SessionsTable;
  sign_on_providers: SignOnProvidersTable;
  email_domains: EmailDomainsTable;
  identities: IdentitiesTable;
  sign_on_flows: SignOnFlowsTable;
  devices: DevicesTable;
  links: LinksTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  authenticator_apps: AuthenticatorAppsTable;
  recovery_codes: RecoveryCodesTable;
  sign_in_steps: SignInStepsTable;
  usage: UsageTable;
  usage_batches: UsageBatchesTable;
  audit: AuditTable;
  erasures: ErasuresTable;
  challenges: ChallengesTable;
  challenge_turns: ChallengeTurnsTable;
  challenge_frames: ChallengeFramesTable;
  challenge_light: ChallengeLightTable;
  challenge_keys: ChallengeKeysTable;
  challenge_tokens_used: ChallengeTokensUsedTable;
  jobs: JobsTable;
  job_targets: JobTargetsTable;
  events: EventsTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  idempotency_keys: IdempotencyKeysTable;
  batches: BatchesTable;
  batch_items: BatchItemsTable;
  verification_sessions: VerificationSessionsTable;
  session_timeline: SessionTimelineTable;
  evidence: EvidenceTable;
  review_cases: ReviewCasesTable;
  brandings: BrandingsTable;
  consent_texts: ConsentTextsTable;
  requests: RequestsTable;
  alerts_told: AlertsTable;
  nodes: NodesTable;
  trust_anchors: TrustAnchorsTable;
  account_trust_anchors: AccountTrustAnchorsTable;
  registration_certificates: RegistrationCertificatesTable;
  trust_lists: TrustListsTable;
  trust_list_anchors: TrustListAnchorsTable;
  revocation_lists: RevocationListsTable;
  revoked_certificates: RevokedCertificatesTable;
  presentations_used: PresentationsUsedTable;
  wallet_requests: WalletRequestsTable;
  receipt_keys: ReceiptKeysTable;
  template_keys: TemplateKeysTable;
  oidc_clients: OidcClientsTable;
  oidc_states: OidcStatesTable;
  oidc_keys: OidcKeysTable;
}
