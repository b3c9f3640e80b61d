import type { FastifyReply, FastifyRequest } from "fastify";
import { EngineUnavailable } from "@selfsame/photo/engine/engine";
import { BudgetExhausted } from "@selfsame/photo/images/memory-budget";
import { PasswordsBusy } from "../../accounts/people/accounts/passwords.ts";
import { NoTurn } from "@selfsame/platform/turns";
import { isOutage } from "@selfsame/platform/store/outage";

const statusOf = {
  invalid_request: 400,
  weak_password: 400,
  common_password: 400,
  invalid_public_key: 400,
  private_key: 400,
  key_not_for_batches: 409,
  invalid_issuer: 400,
  invalid_email_domain: 400,
  secret_needed: 400,
  not_signed_in: 401,
  wrong_credentials: 401,
  code_needed: 401,
  passkey_needed: 401,
  wrong_code: 401,
  step_over: 401,
  passkey_refused: 401,
  wrong_origin: 403,
  confirmation_needed: 403,
  factor_needed: 403,
  not_allowed: 403,
  sign_on_required: 403,
  not_found: 404,
  email_taken: 409,
  last_owner: 409,
  last_operator: 409,
  last_factor: 409,
  last_way_in: 409,
  factor_first: 409,
  passkeys_unavailable: 409,
  already_member: 409,
  address_not_proven: 409,
  mail_needed: 409,
  sign_in_first: 409,
  too_many: 409,
  domain_taken: 409,
  record_missing: 409,
  no_domain: 409,
  link_used: 410,
  too_many_attempts: 429,
  too_many_requests: 429,
  internal_error: 500,
  provider_unreachable: 502,
  other_issuer: 502,
  mail_not_sent: 503,
  busy: 503,
  store_unavailable: 503,
} as const;

const messages: Readonly<Record<DashboardCode, string>> = {
  invalid_request: "The request does not have the form that this route expects",
  weak_password: "A password has 12 to 256 characters",
  common_password:
    "This password is easy to guess: it was in a breach, or consists of common words and rows of keys. Use a few words that have nothing to do with each other",
  invalid_public_key: "This is no X25519 public key that can be encrypted to. Make one with `selfsame evidence key`",
  private_key: "This is a private key. Leave it where you made it, and give the public one, without `d`",
  key_not_for_batches: "The key does not work for batches: choose an active private key with the scope batches",
  invalid_issuer: "An issuer is an https address without a query, such as https://login.example.com",
  invalid_email_domain: "A domain is the part of e-mail addresses after the @, such as example.com",
  secret_needed: "The client secret is required: the stored one is for another issuer or client",
  not_signed_in: "Sign in first",
  wrong_credentials: "The e-mail or the password is wrong",
  code_needed: "Enter the code that your authenticator app shows",
  passkey_needed: "Use your passkey: the password alone is not enough",
  wrong_code: "This code is wrong, or was used already",
  step_over: "The sign-in took longer than five minutes: start again",
  passkey_refused: "This passkey was rejected: it is not known here, was made for another address, or took too long",
  wrong_origin:
    "Changes are accepted from the dashboard's own pages only: open it at the address in SELFSAME_PUBLIC_URL, or set that to the address you use",
  confirmation_needed: "Enter your password again first",
  factor_needed: "This team requires a second factor: set one up under Settings",
  not_allowed: "Your role in this team does not allow this",
  sign_on_required: "Your organization asks you to sign in with its own provider",
  not_found: "There is nothing here",
  email_taken: "Another user has this e-mail address",
  last_owner: "A team needs an owner: make another member an owner first",
  last_operator: "Nobody would be left to run the service: make another user an operator first",
  last_factor: "One of your teams requires a second factor: set up another one first",
  last_way_in: "You have no password, so this is the only way in: set up another one first",
  factor_first: "Set up a second factor of your own first",
  passkeys_unavailable:
    "Passkeys work only where the service has a name and https, or on localhost: see SELFSAME_PUBLIC_URL",
  address_not_proven:
    "A user signs in with this address but has not proven that it is theirs, and would own the account: send them a reset link first, or confirm that you know them",
  mail_needed:
    "Nobody signs in with this address yet, and without mail nobody can show that it is theirs: an operator of the service has to invite this person, or set up mail (SELFSAME_SMTP_URL)",
  mail_not_sent:
    "The invitation could not be mailed, so it was not created: check the address, and try again later. An address receives at most ten invitations an hour",
  already_member: "This person belongs to the team already",
  sign_in_first: "The invited person has a sign-in: sign in as them, then open the link again",
  domain_taken: "Another team has proven this domain: ask the operator of the service",
  record_missing: "The DNS does not have the record yet: a change can take an hour to spread",
  no_domain: "Prove a domain first: single sign-on is required of people with e-mail addresses there",
  too_many: "There are too many already: remove some first",
  link_used: "This link was used, has expired or never existed: ask for a new one",
  too_many_attempts: "Too many attempts: wait before the next, or sign in with a passkey",
  too_many_requests: "Too many requests: wait before the next",
  internal_error: "Something went wrong on our side",
  provider_unreachable:
    "The provider does not respond as OpenID Connect requires: check the issuer, and whether the provider is up",
  other_issuer:
    "The provider answers for another issuer than the one that is set up: ask an owner of your team to correct it",
  busy: "The service is busy: try again in a few seconds",
  store_unavailable: "The database cannot be reached: try again soon",
};

export type DashboardCode = keyof typeof statusOf;

/** Thrown to end a request with one of the codes. */
export class DashboardError extends Error {
  override readonly name = "DashboardError";
  readonly code: DashboardCode;
  readonly field: string | null;
  readonly retryAfterSeconds: number | undefined;
  /** Sent instead of the code's message. Must be safe to send. */
  readonly detail: string | undefined;

  constructor(
    code: DashboardCode,
    more: { readonly field?: string; readonly retryAfterSeconds?: number; readonly detail?: string } = {},
  ) {
    super(code);
    this.code = code;
    this.field = more.field ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.detail = more.detail;
  }
}

export async function answerError(
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const failure = error instanceof DashboardError ? error : translate(error);
  if (failure.code === "internal_error") request.log.error({ requestId: request.id, err: error }, "fault");
  const { status, retryAfterSeconds, ...told } = describeRejection(failure);
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  await reply.code(status).send({ error: told });
}

/** The response body of an error. */
export function describeRejection({ code, field, detail, retryAfterSeconds }: DashboardError) {
  return { status: statusOf[code], code, message: detail ?? messages[code], field, retryAfterSeconds };
}

function translate(error: Error & { statusCode?: number }): DashboardError {
  if (error instanceof PasswordsBusy) return new DashboardError("busy", { retryAfterSeconds: 4 });
  if (error instanceof NoTurn) return new DashboardError("too_many_requests", { retryAfterSeconds: 2 });
  if (error instanceof EngineUnavailable) return new DashboardError("busy", { retryAfterSeconds: 4 });
  if (error instanceof BudgetExhausted) return new DashboardError("busy", { retryAfterSeconds: 4 });
  if (isOutage(error)) return new DashboardError("store_unavailable", { retryAfterSeconds: 2 });
  // Only Fastify's own rejections are below 500: a body that is not JSON, or too large.
  return new DashboardError((error.statusCode ?? 500) < 500 ? "invalid_request" : "internal_error");
}

/** Routes that moved to version 3: a page opened before the upgrade still requests them. Any other unknown path gets the same response. */
const moved = /\/(?:batches|branding|domains|oidc-clients|usage|verifications|webhooks|events|requests)(?:[/?]|$)/;
const ofEarlierPage = { detail: "This page is of an earlier version of the service: reload it" };

export async function answerNotFound(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await answerError(new DashboardError("not_found", moved.test(request.url) ? ofEarlierPage : {}), request, reply);
}
