import type { IncomingMessage } from "node:http";
import type { Form } from "@selfsame/photo/images/multipart";
import type { Holding } from "@selfsame/photo/images/memory-budget";
import { referencesMax } from "@selfsame/photo/verify/references";
import type { PhotoSource } from "@selfsame/photo/verify/photo";
import { mediaTypeOf } from "../../bodies/media-type.ts";
import { switchOf } from "../../bodies/switch-text.ts";
import { numberOf } from "../../bodies/number-text.ts";
import { readBody } from "../body.ts";
import type { Rejection } from "../endpoint.ts";
import { checked, readJson } from "../json-body.ts";
import { notBoth } from "../problems/part-problem.ts";
import { documentParts, documentTexts } from "../reference-document.ts";
import { newSessionSchema, type NewSessionBody, sessionSettings } from "./session-schemas.ts";

export interface SessionBody {
  readonly settings: NewSessionBody;
  /** Files, or one address. */
  readonly references: readonly PhotoSource[];
  /** The form, if the body was one: it may hold a document. */
  readonly form: Form | undefined;
  /** What identifies this body, for idempotency. */
  readonly asked: readonly (string | Uint8Array)[];
}

const form = {
  photos: ["reference"],
  optional: ["reference"],
  repeated: { name: "reference", max: referencesMax },
  documents: documentParts,
  texts: [...Object.keys(sessionSettings), ...documentTexts],
} as const;

/** Reads the body that creates a session: a form with photos, or JSON with the photo's address. */
export async function readSession(request: IncomingMessage, holding: Holding): Promise<SessionBody | Rejection> {
  const type = mediaTypeOf(request.headers["content-type"]);
  if (type !== "multipart/form-data") {
    const read = await readJson(request, { json: newSessionSchema, jsonBytesMax: 16 * 1024 });
    return "json" in read ? bodyOf(read.json as NewSessionBody) : read;
  }
  const read = await readBody(request, form, holding);
  if (!("form" in read)) return read;
  const own = [...read.form.texts].filter(([name]) => name in sessionSettings);
  const texts = own.map(([name, text]) => [name, valueOf(name, text)]);
  const settings = checked(newSessionSchema, Object.fromEntries(texts));
  return "json" in settings ? bodyOf(settings.json as NewSessionBody, read.form) : settings;
}

function bodyOf(settings: NewSessionBody, form?: Form): SessionBody | Rejection {
  const { reference_url: url } = settings;
  const files = form?.series ?? [];
  const documents = [...(form?.documents.values() ?? [])];
  if (url !== undefined && files.length + documents.length > 0)
    return notBoth("reference_url", documents.length > 0 ? "reference_document" : "reference");
  const references: readonly PhotoSource[] =
    url === undefined ? files.map((bytes) => ({ from: "bytes", bytes })) : [{ from: "url", url }];
  const beside = documentTexts.flatMap((name) => form?.texts.get(name) ?? []);
  return { settings, references, form, asked: [JSON.stringify(settings), ...beside, ...files, ...documents] };
}

/** Forms hold only texts. A text that is not a number is passed on, so that the schema rejects it. */
function valueOf(name: string, text: string): unknown {
  if (["expires_in_s", "attempts", "threshold", "compare_limit", "compare_within"].includes(name))
    return numberOf(text);
  if (["passive_liveness", "allow_unsure", "review", "wallet", "require_signed_document", "receipt"].includes(name))
    return switchOf(text);
  if (name !== "metadata") return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
