import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Rejection } from "../../v3/endpoint.ts";
import { errorCatalog, type ErrorCode } from "../../v3/errors.ts";
import { rejectionText } from "../rejection-text.ts";

/** CompreFace's error numbers, with its status if that differs from ours (CommonExceptionCode.java). Codes not listed are 0, "undefined". */
const numbers: Partial<Record<ErrorCode, readonly [code: number, status?: number]>> = {
  missing_file: [33],
  missing_api_key: [20, 400],
  invalid_api_key: [10, 404],
  invalid_parameter: [26],
  invalid_multipart: [26],
  unsupported_image_format: [21, 400],
  no_face: [28, 400],
  several_faces_found: [31, 400],
  internal_error: [41],
};

export type SendFailure = (failure: Rejection, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export const sendFailures =
  (log: Logger): SendFailure =>
  (failure, request, reply) => {
    const { code, detail } = failure;
    const [number = 0, status = errorCatalog[code].status] = numbers[code] ?? [];
    reply.outcome = code;
    if (detail !== undefined) log.info({ requestId: request.id, outcome: code, detail }, "refused");
    if (code === "engine_busy" && !reply.hasHeader("retry-after")) reply.header("retry-after", "1");
    return reply
      .code(status)
      .header("cache-control", "no-store")
      .send({ message: rejectionText(failure), code: number });
  };
