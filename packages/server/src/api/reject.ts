import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Why a request is rejected before its endpoint runs; each contract maps the reason to its own errors. `stopping` and `busy` are temporary, `fault`
 * is our error.
 */
export type RejectReason =
  | "missing_key"
  | "invalid_key"
  | "wrong_kind"
  | "test_key"
  | "scope_missing"
  | "address_not_allowed"
  | "rate_limited"
  | "quota_exceeded"
  | "unsupported_content_type"
  | "busy"
  | "storage_full"
  | "stopping"
  | "fault";

/** @param detail for the log */
export type Reject = (why: RejectReason, request: FastifyRequest, reply: FastifyReply, detail?: string) => FastifyReply;
