// Compares faces for Arkyc (FACE_MATCH_DRIVER=external). Run: node server.mjs
import { timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { ApiError, Selfsame } from "@selfsame/client";

const { PORT = "8081", FACE_MATCH_API_KEY = "" } = process.env;
const selfsame = new Selfsame(); // SELFSAME_URL and SELFSAME_API_KEY

const bytesMax = 15 * 1024 * 1024;
const asText = { "content-type": "application/json" };

function isAllowed({ headers }) {
  const [given, expected] = [headers.authorization ?? "", `Bearer ${FACE_MATCH_API_KEY}`].map((text) =>
    Buffer.from(text),
  );
  return FACE_MATCH_API_KEY === "" || (given.length === expected.length && timingSafeEqual(given, expected));
}

async function compare({ documentPortrait, selfie }) {
  const [reference, photo] = [documentPortrait, selfie].map((base64) => Buffer.from(String(base64), "base64"));
  const { match, similarity, false_match_rate, decision, reasons, ...faces } = await selfsame.verify({
    reference,
    selfie: photo,
  });
  return {
    passed: match && decision === "accept",
    // Selfsame does not say how close another person came.
    similarityScore: similarity ?? 0,
    confidence: Math.min(faces.reference.quality.score, faces.selfie.quality.score),
    raw: { decision, reasons, false_match_rate, request_id: faces.meta.request_id },
  };
}

/** Photos that nobody can compare are a result, for Arkyc to decide; what is wrong with the service is not. */
function resultOf(error) {
  if (!(error instanceof ApiError) || error.status !== 422) throw error;
  return { passed: false, similarityScore: 0, confidence: 0, raw: { code: error.code } };
}

createServer(async (request, response) => {
  const answer = (status, body) => response.writeHead(status, asText).end(JSON.stringify(body));
  if (request.method !== "POST") return answer(405, { error: "POST only" });
  if (!isAllowed(request)) return answer(401, { error: "FACE_MATCH_API_KEY is another" });
  if (Number(request.headers["content-length"] ?? Infinity) > bytesMax) return answer(413, { error: "too large" });
  try {
    answer(200, await compare(await json(request)).catch(resultOf));
  } catch (error) {
    console.error(error);
    answer(error instanceof SyntaxError ? 400 : 502, { error: "not compared" });
  }
}).listen(Number(PORT), () => console.log(`http://localhost:${PORT}/match`));
