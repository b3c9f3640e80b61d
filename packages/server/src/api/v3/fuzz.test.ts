/** Random names and values sent to version 3: every response must fit the contract. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  assert as holds,
  asyncProperty,
  constantFrom,
  dictionary,
  jsonValue,
  nat,
  oneof,
  record,
  string,
} from "fast-check";
import { fuzzRuns } from "../../../../../testing/fuzz-runs.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { prototypeNames } from "@selfsame/platform/testing/prototype-names";
import { pageOrigin } from "../../../testing/service/service.ts";
import { startSessionService } from "../../../testing/sessions/sessions.ts";
import { errorCodes } from "./errors.ts";

const { paths } = JSON.parse(readFileSync(new URL("../../../../../docs/openapi.json", import.meta.url), "utf8")) as {
  readonly paths: Readonly<Record<string, object>>;
};
/** Without the event stream, which does not end. */
const routes = Object.entries(paths)
  .filter(([path]) => !path.endsWith("/session/events"))
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })));

const fields =
  "reference selfie photo threshold challenge_token require_challenge allow_several_faces reference_url challenge return_url external_id metadata locale expires_in_s attempts simulate url types items id callback cursor limit status consent_version frame".split(
    " ",
  );
const word = oneof(constantFrom(...fields), constantFrom(...prototypeNames), string());
const value = oneof(jsonValue(), word, dictionary(word, word, { maxKeys: 3, noNullPrototype: true }));
const named = dictionary(word, value, { maxKeys: 4, noNullPrototype: true });
const sent = record({
  route: constantFrom(...routes),
  word,
  query: dictionary(word, word, { maxKeys: 2, noNullPrototype: true }),
  as: constantFrom("json", "form", "lines"),
  body: oneof(named, jsonValue()),
  network: nat(65_535),
});

test("whatever is sent, the answer is one of the contract and never a fault", async (t) => {
  const parts = { engine: scriptedEngine(), comparison: scriptedComparison, trustedProxies: ["127.0.0.1"] };
  const service = await startSessionService(t, parts);
  const { secret } = await service.create();
  const photo = new Blob([new Uint8Array(await portrait("amal"))]);
  const bodyOf = (as: string, body: unknown): RequestInit => {
    if (as === "json") return { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    if (as === "lines") return { headers: { "content-type": "application/x-ndjson" }, body: JSON.stringify(body) };
    const form = new FormData();
    for (const [name, value] of Object.entries(body ?? {})) {
      if (typeof value === "string") form.append(name, value);
      else form.append(name, photo, name);
    }
    return { body: form };
  };
  const keyOf = (path: string) =>
    path.includes("/challenges") ? service.publicKey : /\/session(?:\/|$)/.test(path) ? secret : service.apiKey;

  await holds(
    asyncProperty(sent, async ({ route: { path, method }, word, query, as, body, network }) => {
      const to = new URL(
        path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(word)),
        service.url,
      );
      for (const [name, value] of Object.entries(query)) to.searchParams.append(name, value);
      const init = method === "POST" ? bodyOf(as, body) : {};
      const headers = new Headers(init.headers);
      headers.set("authorization", `Bearer ${keyOf(path)}`);
      headers.set("origin", pageOrigin);
      headers.set("x-forwarded-for", `10.0.${network >> 8}.${network & 255}`);
      const response = await fetch(to, { ...init, method, headers });
      const text = await response.text();
      assert.ok(response.status < 500, `${response.status} ${text}`);
      // With a random value in it, the path may be that of another page.
      if (response.status < 400 || !to.pathname.startsWith("/api/v3/")) return;
      assert.ok(errorCodes.includes(JSON.parse(text).error.code), text);
    }),
    { numRuns: fuzzRuns(250) },
  );
});
