import type { Reply } from "./answering-server.ts";

const meta = { request_id: "r-1", version: "3", service_version: "1.0.0", processing_ms: 40 };

const face = { faces: 1, box: { x: 1, y: 2, width: 3, height: 4 }, quality: { score: 0.9, issues: [] } };

export const verified: Reply = {
  status: 200,
  body: {
    success: true,
    data: {
      match: true,
      similarity: 0.8123,
      threshold: 0.6,
      false_match_rate: 0.0000075,
      reference: { ...face, document: null },
      references: [{ used: true, faces: face.faces, quality: face.quality }],
      selfie: face,
      challenge: null,
      decision: "accept",
      reasons: [],
    },
    error: null,
    meta: { ...meta, model: "m-1" },
  },
};

export function rejected(status: number, error: Record<string, unknown>, headers: Record<string, string> = {}): Reply {
  const rest = { param: null, hint: "Do this.", docs: "http://a/docs/guide/errors#x" };
  const body = { success: false, data: null, error: { message: "No.", retryable: false, ...rest, ...error }, meta };
  return { status, headers, body };
}

export const busy = (headers: Record<string, string> = {}): Reply =>
  rejected(503, { code: "engine_busy", retryable: true }, headers);
