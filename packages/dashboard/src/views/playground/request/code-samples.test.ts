import assert from "node:assert/strict";
import { test } from "node:test";
import { codeSample } from "./code-samples.ts";
import { endpoints } from "./endpoints.ts";
import type { Draft } from "./send.ts";

const verify = endpoints.find(({ name }) => name === "verify");
const draft = (change: Partial<Draft>): Draft => {
  assert.ok(verify);
  return { endpoint: verify, version: "v3", photos: {}, threshold: undefined, ...change };
};
const file = (name: string) =>
  ({ from: "file", blob: new Blob(), name, url: "", width: 1, height: 1, redrawn: false }) as const;

test("curl: names are quoted for the shell, photos not chosen have a name to be replaced", () => {
  const photos = { reference: file("it's me.jpg") };
  assert.equal(
    codeSample("curl", draft({ photos, threshold: 0.65 }), "https://f.example", "ss_sk_x"),
    `curl https://f.example/api/v3/verify \\
  -H "Authorization: Bearer ss_sk_x" \\
  -F 'reference=@it'\\''s me.jpg' \\
  -F selfie=@selfie.jpg \\
  --form-string threshold=0.65`,
  );
});

test("an address of a photo is a field of its own, in every language", () => {
  const photos = { reference: { from: "url", address: "https://p.example/a.jpg?x=1&y=2" } } as const;
  const sample = (language: Parameters<typeof codeSample>[0]) =>
    codeSample(language, draft({ version: "v2", photos }), "https://f.example");
  assert.match(sample("curl"), /--form-string 'reference_url=https:\/\/p\.example\/a\.jpg\?x=1&y=2'/);
  assert.match(sample("Node"), /body\.append\("reference_url", "https:\/\/p\.example\/a\.jpg\?x=1&y=2"\);/);
  assert.match(sample("Python"), /"reference_url": \(None, "https:\/\/p\.example\/a\.jpg\?x=1&y=2"\),/);
});

test("the threshold belongs to version 3 alone", () => {
  assert.doesNotMatch(codeSample("Python", draft({ version: "v2", threshold: 0.7 }), "https://f.example"), /threshold/);
});
