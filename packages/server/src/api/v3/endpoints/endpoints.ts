import { checkAppAttest } from "./attestations.ts";
import { analyze } from "./faces/analyze.ts";
import type { Endpoint } from "../endpoint.ts";
import { batchResults } from "./batches/batch-results.ts";
import {
  cancelBatchEndpoint,
  createBatchEndpoint,
  deleteBatchEndpoint,
  getBatch,
  listBatchesEndpoint,
} from "./batches/batches.ts";
import { checkSelfie } from "./challenges/check-selfie.ts";
import { changeBrandingEndpoint, deleteLogoEndpoint, getBranding, setLogoEndpoint } from "./branding.ts";
import { challengeStep, completeChallenge, startChallenge } from "./challenges/challenges.ts";
import {
  changeKeyEndpoint,
  createKeyEndpoint,
  getKey,
  listKeysEndpoint,
  revokeKeyEndpoint,
  rotateKeyEndpoint,
} from "./keys/keys.ts";
import { listSessionsEndpoint } from "./sessions/list-sessions.ts";
import { models } from "./models.ts";
import { followEventsEndpoint, getEvent, listEventsEndpoint, triggerEventEndpoint } from "./webhooks/events.ts";
import { consentReceipt, getConsent, withdrawConsent } from "./sessions/session-consent.ts";
import { changeConsentTextsEndpoint, getConsentText, getConsentTexts } from "./consent-texts.ts";
import { changeRetentionEndpoint, getRetention } from "./retention.ts";
import { deleteEvidenceEndpoint, getEvidence } from "./sessions/session-evidence.ts";
import { getRequest, listRequestsEndpoint } from "./requests.ts";
import { completeSessionEndpoint, sessionStep } from "./sessions/session-attempt.ts";
import { compareSession } from "./sessions/session-compare.ts";
import { declineSessionEndpoint, sessionEvents, sessionState, startSessionEndpoint } from "./sessions/session-page.ts";
import { renewLinkEndpoint, repeatSessionEndpoint } from "./sessions/session-repeat.ts";
import { addNoteEndpoint, assignSessionEndpoint } from "./sessions/session-case.ts";
import { getTimeline } from "./sessions/session-timeline.ts";
import { walletEndpoint, walletReturnEndpoint } from "./sessions/session-wallet.ts";
import { cancelSessionEndpoint, createSessionEndpoint, getSession } from "./sessions/sessions.ts";
import {
  addRegistrationCertificate,
  listRegistrationCertificates,
  removeRegistrationCertificate,
} from "./registration-certificates.ts";
import {
  changeOidcClient,
  createOidcClient,
  deleteOidcClient,
  listOidcClients,
  rotateOidcClient,
} from "./oidc-clients.ts";
import { addDomainEndpoint, listDomainsEndpoint, removeDomainEndpoint } from "./domains.ts";
import { addTrustAnchors, listTrustAnchors, removeTrustAnchor } from "./trust-anchors.ts";
import { createTemplate, deleteTemplateKey } from "./templates.ts";
import { readUsage } from "./usage.ts";
import { verify } from "./faces/verify.ts";
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  enableWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookEndpoint,
} from "./webhooks/webhooks.ts";
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  replayWebhookDeliveries,
  resendWebhookDelivery,
  testWebhookEndpoint,
} from "./webhooks/webhook-deliveries.ts";
import { reviewSessionEndpoint, undoReviewEndpoint } from "./sessions/review-session.ts";

export const endpoints: readonly Endpoint[] = [
  verify,
  analyze,
  checkSelfie,
  createTemplate,
  deleteTemplateKey,
  startChallenge,
  challengeStep,
  completeChallenge,
  checkAppAttest,
  models,
  getBranding,
  changeBrandingEndpoint,
  setLogoEndpoint,
  deleteLogoEndpoint,
  getConsentTexts,
  getConsentText,
  changeConsentTextsEndpoint,
  getRetention,
  changeRetentionEndpoint,
  createSessionEndpoint,
  listSessionsEndpoint,
  getSession,
  getTimeline,
  getConsent,
  getEvidence,
  deleteEvidenceEndpoint,
  compareSession,
  cancelSessionEndpoint,
  renewLinkEndpoint,
  repeatSessionEndpoint,
  reviewSessionEndpoint,
  undoReviewEndpoint,
  assignSessionEndpoint,
  addNoteEndpoint,
  sessionState,
  sessionEvents,
  startSessionEndpoint,
  declineSessionEndpoint,
  consentReceipt,
  withdrawConsent,
  walletEndpoint,
  walletReturnEndpoint,
  sessionStep,
  completeSessionEndpoint,
  createBatchEndpoint,
  listBatchesEndpoint,
  getBatch,
  batchResults,
  cancelBatchEndpoint,
  deleteBatchEndpoint,
  listEventsEndpoint,
  getEvent,
  triggerEventEndpoint,
  followEventsEndpoint,
  createWebhookEndpoint,
  listWebhookEndpoints,
  getWebhookEndpoint,
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookEndpoint,
  enableWebhookEndpoint,
  testWebhookEndpoint,
  listWebhookDeliveries,
  getWebhookDelivery,
  resendWebhookDelivery,
  replayWebhookDeliveries,
  getRequest,
  listRequestsEndpoint,
  listDomainsEndpoint,
  addDomainEndpoint,
  removeDomainEndpoint,
  addTrustAnchors,
  listTrustAnchors,
  removeTrustAnchor,
  addRegistrationCertificate,
  listRegistrationCertificates,
  removeRegistrationCertificate,
  createOidcClient,
  listOidcClients,
  changeOidcClient,
  rotateOidcClient,
  deleteOidcClient,
  createKeyEndpoint,
  listKeysEndpoint,
  getKey,
  changeKeyEndpoint,
  revokeKeyEndpoint,
  rotateKeyEndpoint,
  readUsage,
];

/** Writes placeholders as OpenAPI does. */
const documentedPath = ({ path }: Endpoint): string => path.replaceAll(/:(\w+)/g, "{$1}");

/** Endpoints by method and path, such as "get /api/v3/models". */
export const endpointsByPath: ReadonlyMap<string, Endpoint> = new Map(
  endpoints.map((endpoint) => [`${endpoint.method.toLowerCase()} /api/v3${documentedPath(endpoint)}`, endpoint]),
);
