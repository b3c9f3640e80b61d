/** The public surface of @selfsame/client. How calls are sent, decoded and retried is deliberately not part of it. */
export { type AnalyzeRequest, Selfsame, type VerifyRequest } from "./selfsame.ts";
export type { SelfsameOptions } from "./settings.ts";
export type { CallOptions } from "./send.ts";
export type { Clock } from "./clock.ts";
export type { Photo } from "./photo.ts";
export type {
  AnalyzedFace,
  AnalyzeResult,
  Box,
  ComparedFace,
  DocumentFormat,
  Meta,
  LightResult,
  ChallengeDetails,
  PassiveLiveness,
  Point,
  Quality,
  QualityIssue,
  ReferenceDocument,
  ReferenceFace,
  ReferenceLook,
  SelfieFace,
  VerifyResult,
} from "./results.ts";
export type { Branding, BrandingChange, BrandingOf } from "./resources/branding.ts";
export type {
  ConsentText,
  ConsentTextOf,
  ConsentTexts,
  ConsentTextsChange,
  ConsentTextsOf,
} from "./resources/consent-texts.ts";
export type { Retention, RetentionChange, RetentionOf } from "./resources/retention.ts";
export type {
  Batch,
  BatchFilter,
  BatchItem,
  BatchResult,
  BatchResultFilter,
  Batches,
  MadeBatch,
  NewBatch,
} from "./resources/batches.ts";
export type { EventFilter, Events, SelfsameEvent } from "./resources/events.ts";
export type { DomainList, Domains, NewDomain } from "./resources/domains.ts";
export type { NewTrustAnchors, TrustAnchor, TrustAnchors } from "./resources/trust-anchors.ts";
export type {
  NewRegistrationCertificate,
  RegistrationCertificate,
  RegistrationCertificates,
} from "./resources/registration-certificates.ts";
export type {
  MadeOidcClient,
  NewOidcClient,
  OidcClient,
  OidcClients,
  OidcClientSettings,
} from "./resources/oidc-clients.ts";
export type { NewTemplate, Template, Templates } from "./resources/templates.ts";
export type { Key, KeyFilter, KeyLimits, Keys, KeySettings, MadeKey, NewKey } from "./resources/keys.ts";
export type { Usage, UsageOf, UsageRange } from "./resources/usage.ts";
export type { LoggedRequest, RequestFilter, Requests } from "./resources/requests.ts";
export type {
  MadeWebhookEndpoint,
  NewWebhookEndpoint,
  WebhookDelivery,
  WebhookDeliveryFilter,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointFilter,
  WebhookEndpoints,
} from "./resources/webhook-endpoints.ts";
export type { Model, ModelsResult, ThresholdRow } from "./models.ts";
export type {
  ConsentRecord,
  Evidence,
  NewSession,
  SealedPhoto,
  SessionAssignment,
  SessionComparison,
  SessionFilter,
  SessionNote,
  SessionReference,
  SessionRepeat,
  Sessions,
  SessionSort,
} from "./sessions.ts";
export type {
  MadeSession,
  Session,
  SessionLink,
  SessionList,
  SessionResult,
  SessionReview,
  SessionStatus,
  SessionTimeline,
  Simulated,
  TimelineEntry,
} from "./session-results.ts";
export type { V2, V2OptimizeResult, V2SpoofResult, V2VerifyRequest, V2VerifyResult } from "./v2.ts";
export { SelfsameError } from "./errors/selfsame-error.ts";
export { ApiError } from "./errors/api-error.ts";
export type { ErrorCode } from "./errors/error-code.ts";
export { NetworkError } from "./errors/network-error.ts";
export { PhotoError } from "./errors/photo-error.ts";
export { ResponseError } from "./errors/response-error.ts";
export { TimeoutError } from "./errors/timeout-error.ts";
export { type Receipt, ReceiptError, type ReceiptKeys, verifyReceipt } from "./receipt.ts";
export { verifyWebhook, WebhookError, type WebhookEvent, type WebhookHeaders } from "./webhook.ts";
