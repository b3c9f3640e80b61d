import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { failure, success } from "./envelope.ts";
import { errorCatalog, errorCodes } from "./errors.ts";
import { renderErrorsPage } from "./openapi/errors-page.ts";

const meta = { request_id: "r-1", version: "3", service_version: "1.0.0", processing_ms: 4 } as const;

// contract-v3, "Codes": the whole table, so that a code cannot be added, moved or lost by accident.
const contract: Record<number, readonly string[]> = {
  400: ["invalid_multipart", "missing_file", "unexpected_field", "invalid_parameter"],
  401: ["missing_api_key", "invalid_api_key", "session_link_invalid"],
  403: [
    "private_key_required",
    "public_key_required",
    "live_key_required",
    "test_key_required",
    "scope_missing",
    "beyond_own_key",
    "address_not_allowed",
    "origin_not_allowed",
  ],
  404: [
    "not_found",
    "challenge_not_found",
    "session_not_found",
    "consent_text_not_found",
    "evidence_not_found",
    "webhook_endpoint_not_found",
    "domain_not_found",
    "trust_anchor_not_found",
    "registration_certificate_not_found",
    "oidc_client_not_found",
    "key_not_found",
    "event_not_found",
    "delivery_not_found",
    "batch_not_found",
    "request_not_found",
  ],
  405: ["method_not_allowed"],
  409: [
    "challenge_already_completed",
    "step_out_of_order",
    "session_ended",
    "consent_not_given",
    "consent_text_changed",
    "session_not_in_review",
    "another_reviewer_needed",
    "no_more_links",
    "session_under_way",
    "document_needed",
    "no_such_reviewer",
    "too_many_notes",
    "being_decided",
    "nothing_to_undo",
    "no_more_attempts",
    "session_not_started",
    "session_not_captured",
    "wallet_not_needed",
    "wallet_portrait_needed",
    "session_elsewhere",
    "idempotency_conflict",
    "idempotency_in_progress",
    "batch_over",
    "key_not_active",
    "too_many_keys",
    "secret_already_shown",
    "too_many_endpoints",
    "webhook_endpoint_disabled",
    "too_many_domains",
    "too_many_trust_anchors",
    "too_many_registration_certificates",
    "too_many_oidc_clients",
  ],
  410: ["challenge_expired"],
  413: ["file_too_large", "body_too_large", "too_many_items", "image_too_large"],
  415: ["unsupported_image_format", "unsupported_content_type"],
  422: [
    "no_face",
    "image_unreadable",
    "url_not_allowed",
    "download_failed",
    "document_format_unsupported",
    "document_unreadable",
    "certificate_unreadable",
    "registration_certificate_unreadable",
    "registration_certificate_expired",
    "document_portrait_missing",
    "document_digest_mismatch",
    "document_signature_invalid",
    "document_issuer_unknown",
    "document_expired",
    "document_not_yet_valid",
    "document_algorithm_unsupported",
    "document_signature_weak",
    "document_revoked",
    "document_status_unknown",
    "document_device_signature_invalid",
    "document_audience_mismatch",
    "document_replayed",
    "document_signature_required",
    "template_invalid",
    "template_foreign",
    "template_key_deleted",
    "template_purpose_mismatch",
    "template_expired",
    "template_outdated",
    "wallet_not_configured",
    "oidc_not_configured",
    "branding_incomplete",
    "several_faces_found",
    "challenge_required",
    "image_too_complex",
    "stepwise_challenge_required",
    "invalid_challenge_token",
    "attestation_invalid",
    "challenge_failed",
    "step_too_early",
    "step_too_late",
  ],
  429: ["rate_limited", "too_many_wallet_requests", "too_many_challenges", "quota_exceeded"],
  500: ["internal_error"],
  503: ["engine_busy", "storage_full", "shutting_down"],
};

test("the catalogue holds the codes of the contract, under their statuses", () => {
  const byStatus = Object.groupBy(errorCodes, (code) => errorCatalog[code].status);
  assert.deepEqual({ ...byStatus }, contract);
});

test("every message is a sentence and every hint says what to do", () => {
  for (const code of errorCodes) {
    const { message, hint } = errorCatalog[code];
    assert.match(message, /^[A-Z].*\.$/, code);
    assert.match(hint, /^[A-Z].*\.$/, code);
    assert.notEqual(message, hint, code);
  }
});

test("only faults of ours and limits that pass by themselves are retryable", () => {
  const retryable = errorCodes.filter((code) => errorCatalog[code].retryable);
  assert.deepEqual(retryable, [
    "idempotency_in_progress",
    "download_failed",
    "rate_limited",
    "too_many_wallet_requests",
    "too_many_challenges",
    "internal_error",
    "engine_busy",
    "storage_full",
    "shutting_down",
  ]);
});

test("docs/errors.md is what the catalogue says (npm run docs writes it)", () => {
  const page = readFileSync(new URL("../../../../../docs/errors.md", import.meta.url), "utf8");
  assert.equal(page, renderErrorsPage());
});

test("all four fields of the envelope are always there", () => {
  assert.deepEqual(Object.keys(success({ a: 1 }, meta)), ["success", "data", "error", "meta"]);
  assert.deepEqual(Object.keys(failure({ code: "no_face" }, meta, "http://a")), ["success", "data", "error", "meta"]);
});

test("a failure carries the catalogue's words, the parameter and where to read on", () => {
  const { error } = failure({ code: "no_face", param: "selfie" }, meta, "https://face.example.com");
  assert.deepEqual(error, {
    code: "no_face",
    message: errorCatalog.no_face.message,
    param: "selfie",
    hint: errorCatalog.no_face.hint,
    retryable: false,
    docs: "https://face.example.com/docs/guide/errors#no_face",
  });
});

test("a parameter's hint is about that parameter, or about the body where none is to blame", () => {
  const hint = (param?: string) =>
    failure({ code: "invalid_parameter", ...(param && { param }) }, meta, "http://a").error.hint;
  assert.equal(hint("threshold"), "`threshold` is a number from 0 to 1, such as 0.7.");
  assert.match(hint("items[3].id"), /`param` names/);
  assert.match(hint(), /JSON object/);
  assert.ok(renderErrorsPage().includes("| `callback` | `callback` is https and public. |"));
});

test("limit and actual are there together, and only where a limit was passed", () => {
  const measured = failure({ code: "image_too_large", limit: 50, actual: 60 }, meta, "http://a").error;
  assert.deepEqual([measured.limit, measured.actual], [50, 60]);
  const cutOff = failure({ code: "file_too_large", limit: 50 }, meta, "http://a").error;
  assert.deepEqual([cutOff.limit, cutOff.actual], [50, null]);
  assert.equal("limit" in failure({ code: "not_found" }, meta, "http://a").error, false);
});
