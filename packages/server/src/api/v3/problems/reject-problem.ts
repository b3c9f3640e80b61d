import type { FastifyRequest } from "fastify";
import type { RejectReason } from "../../reject.ts";
import type { Problem } from "../envelope.ts";
import type { ErrorCode } from "../errors.ts";
import { invalidKey, scopeMissing } from "./key-problem.ts";
import { limitProblem } from "./limit-problem.ts";

const refusedAs: Readonly<Record<Exclude<RejectReason, "wrong_kind">, ErrorCode>> = {
  missing_key: "missing_api_key",
  invalid_key: "invalid_api_key",
  test_key: "live_key_required",
  scope_missing: "scope_missing",
  address_not_allowed: "address_not_allowed",
  rate_limited: "rate_limited",
  quota_exceeded: "quota_exceeded",
  unsupported_content_type: "unsupported_content_type",
  busy: "engine_busy",
  storage_full: "storage_full",
  stopping: "shutting_down",
  fault: "internal_error",
};

/** Describes why a request is rejected before its endpoint runs, with what is known of its key and the limit reached. */
export function rejectProblem(why: RejectReason, request: FastifyRequest): Problem {
  const code = why === "wrong_kind" ? wrongKind(request) : refusedAs[why];
  const { limitReached, keyEnded, holder, routeOptions } = request;
  if (limitReached && (code === "rate_limited" || code === "quota_exceeded")) {
    return limitProblem(code, limitReached, Date.now());
  }
  if (code === "invalid_api_key") return invalidKey(keyEnded);
  const { scope } = routeOptions.config;
  if (code !== "scope_missing" || scope === undefined || scope === "any") return { code };
  return scopeMissing(scope, holder?.scopes ?? null);
}

const wrongKind = ({ routeOptions }: FastifyRequest): ErrorCode =>
  routeOptions.config.key === "public" ? "public_key_required" : "private_key_required";
