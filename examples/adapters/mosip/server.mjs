// MOSIP's Bio SDK service (spec 1.0) for faces. Run: node server.mjs
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { ApiError, Selfsame } from "@selfsame/client";
import { imageOf, toPhoto } from "./face-image.mjs";

const { PORT = "9099" } = process.env;
const selfsame = new Selfsame(); // SELFSAME_URL and SELFSAME_API_KEY

const base = "/biosdk-service";
const bytesMax = 30 * 1024 * 1024;

const isFace = ({ bdbInfo }) => bdbInfo?.type?.some((type) => type.toUpperCase() === "FACE");

/** The first face of a biometric record. Its bytes come as base64, or as a list of numbers. */
function faceOf({ segments }) {
  const { bdb } = (segments ?? []).find(isFace) ?? {};
  return bdb ? Buffer.from(bdb, "base64") : undefined;
}

/** What Selfsame says of a photo is a part of the result; what is wrong with the service fails the request. */
async function unlessPhoto(ask, otherwise) {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    return otherwise(error.code);
  }
}

const decision = (match, errors = [], analyticsInfo = {}) => ({ match, errors, analyticsInfo });

async function compare(sample, record) {
  const face = faceOf(record);
  if (!sample || !face) return decision("ERROR", ["no face in the record"]);
  // Selfsame reads ISO/IEC 19794-5 itself; a selfie has to be JPEG or PNG.
  const reference =
    imageOf(face) === face ? { reference: face } : { reference_document: face, document_format: "face_record" };
  return unlessPhoto(
    async () => {
      const { decision: decided, similarity, reasons } = await selfsame.verify({ ...reference, selfie: sample });
      if (decided === "accept") return decision("MATCHED", [], { similarity: String(similarity) });
      return decision("NOT_MATCHED", [], { reasons: reasons.join() });
    },
    (code) => decision("ERROR", [code]),
  );
}

const unsupported = (modality) => decision("ERROR", [`${modality} is not compared: Selfsame compares faces`]);

async function match({ sample, gallery, modalitiesToMatch = ["FACE"] }) {
  const face = await photoOf(sample);
  const decisions = [];
  for (const [galleryIndex, record] of gallery.entries()) {
    const found = {};
    for (const modality of modalitiesToMatch) {
      found[modality] = modality === "FACE" ? await compare(face, record) : unsupported(modality);
    }
    decisions.push({ galleryIndex, decisions: found, analyticsInfo: {} });
  }
  return decisions;
}

async function checkQuality({ sample, modalitiesToCheck = ["FACE"] }) {
  const face = await photoOf(sample);
  const scores = {};
  for (const modality of modalitiesToCheck) {
    scores[modality] =
      modality === "FACE"
        ? await qualityOf(face)
        : { score: 0, errors: [`${modality} is not checked`], analyticsInfo: {} };
  }
  return { scores, analyticsInfo: {} };
}

const bad = (code) => ({ score: 0, errors: [code], analyticsInfo: {} });

async function qualityOf(photo) {
  if (!photo) return bad("no face in the record");
  return unlessPhoto(async () => {
    const { faces } = await selfsame.analyze({ photo });
    if (faces.length === 0) return bad("no_face");
    const { score, issues } = faces[0].quality;
    return { score: Math.round(score * 100), errors: [], analyticsInfo: { issues: issues.join() } };
  }, bad);
}

const photoOf = async (record) => {
  const face = faceOf(record);
  return face && toPhoto(imageOf(face));
};

const faces = ["FACE"];
const info = {
  apiVersion: "0.9",
  sdkVersion: "1.0",
  supportedModalities: faces,
  supportedMethods: { MATCH: faces, QUALITY_CHECK: faces },
  otherInfo: {},
  productOwner: { organization: "Selfsame", type: "Selfsame" },
};

const done = (response) => ({ statusCode: 200, statusMessage: "OK", response });
const routes = {
  "/init": async () => info,
  "/match": async (asked) => done(await match(asked)),
  "/check-quality": async (asked) => done(await checkQuality(asked)),
};

/** Errors are answered with 200, as MOSIP's own service does. */
class Unsupported extends Error {}
const codeOf = (error) =>
  error instanceof Unsupported
    ? ["BIOSDK_LIB_EXCEPTION", error.message]
    : error instanceof ApiError
      ? ["BIOSDK_LIB_EXCEPTION", `${error.code}: ${error.message}`]
      : ["INVALID_REQUEST_BODY", "Unable to parse request body"];

const leftOut = {
  "/extract-template":
    "extract-template is left out: a template is a face that somebody stores, and Selfsame stores none",
  "/segment": "segment is left out: Selfsame compares faces",
  "/convert-format": "convert-format is left out: Selfsame compares faces",
};

async function answer(path, request) {
  if (leftOut[path]) throw new Unsupported(leftOut[path]);
  return routes[path](JSON.parse(Buffer.from(request, "base64").toString()));
}

createServer(async (request, response) => {
  const path = new URL(request.url, "http://localhost").pathname.replace(base, "");
  if (request.method === "GET" && path.length < 2)
    return response.end(`Service is running... ${new Date().toUTCString()}`);
  const isKnown = request.method === "POST" && (routes[path] ?? leftOut[path]);
  const isSmall = Number(request.headers["content-length"] ?? Infinity) <= bytesMax;
  if (!isKnown || !isSmall) return response.writeHead(isKnown ? 413 : 404).end();
  const envelope = { version: "1.0", responsetime: new Date().toISOString(), response: "", errors: [] };
  try {
    const { version, request: asked } = await json(request);
    Object.assign(envelope, { version, response: await answer(path, asked) });
  } catch (error) {
    const [code, message] = codeOf(error);
    if (code === "INVALID_REQUEST_BODY") console.error(error);
    envelope.errors.push({ code, message });
  }
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(envelope));
}).listen(Number(PORT), () => console.log(`http://localhost:${PORT}${base}`));
