import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Rejection } from "../../v3/endpoint.ts";
import type { ErrorCode } from "../../v3/errors.ts";
import { rejectionText } from "../rejection-text.ts";

/** A rejection, with Amazon's name for it if that does not follow from its code. */
export interface AwsFailure extends Rejection {
  readonly type?: string;
}

export type SendFailure = (failure: AwsFailure, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Amazon's error names. Codes not listed are an InvalidParameterException, as a photo without a face is at Amazon. */
const types: Partial<Record<ErrorCode, string>> = {
  invalid_api_key: "UnrecognizedClientException",
  private_key_required: "AccessDeniedException",
  live_key_required: "AccessDeniedException",
  scope_missing: "AccessDeniedException",
  address_not_allowed: "AccessDeniedException",
  challenge_required: "AccessDeniedException",
  document_signature_required: "AccessDeniedException",
  file_too_large: "ImageTooLargeException",
  image_too_large: "ImageTooLargeException",
  image_too_complex: "ImageTooLargeException",
  unsupported_image_format: "InvalidImageFormatException",
  image_unreadable: "InvalidImageFormatException",
  not_found: "UnknownOperationException",
  rate_limited: "ProvisionedThroughputExceededException",
  // Not a name that makes clients retry: the quota stays used up until the month ends.
  quota_exceeded: "ServiceQuotaExceededException",
  engine_busy: "ThrottlingException",
  shutting_down: "ThrottlingException",
  storage_full: "InternalServerError",
  internal_error: "InternalServerError",
};

/** Amazon sends 400 for all others, ProvisionedThroughputExceededException included. */
const serverFaults: ReadonlySet<string> = new Set(["InternalServerError", "ThrottlingException"]);

/** The protocol version that Rekognition uses. */
export const jsonType = "application/x-amz-json-1.1";

export const sendFailures =
  (log: Logger): SendFailure =>
  (failure, request, reply) => {
    const { code, type = types[code] ?? "InvalidParameterException", detail } = failure;
    reply.outcome = code;
    if (detail !== undefined) log.info({ requestId: request.id, outcome: code, detail }, "refused");
    if (type === "ThrottlingException" && !reply.hasHeader("retry-after")) reply.header("retry-after", "1");
    const body = { __type: type, Code: type, Message: rejectionText(failure), Logref: request.id };
    return reply
      .code(serverFaults.has(type) ? 500 : 400)
      .headers({ "cache-control": "no-store", "x-amzn-requestid": request.id, "x-amzn-errortype": type })
      .type(jsonType)
      .send(JSON.stringify(body));
  };
