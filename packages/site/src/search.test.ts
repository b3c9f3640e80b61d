/** Search queries from questions that users of such services ask in public, and the pages that answer them. Chosen before the search was tuned. */
import assert from "node:assert/strict";
import { test } from "node:test";
import MiniSearch from "minisearch";
import { readSite } from "./contents.ts";
import { searchParts } from "./search-parts.ts";

const queries: Readonly<Record<string, readonly string[]>> = {
  heic: ["errors", "quick-start", "guides/backend", "camera-errors"],
  cors: ["keys", "camera", "guides/camera", "errors"],
  ngrok: ["guides/webhooks", "webhooks", "test-mode"],
  sandbox: ["test-mode"],
  healthcheck: ["metrics", "runbook", "guides/monitor"],
  "delete user": ["accounts", "privacy"],
  "api key rotation": ["keys"],
  "stripe identity": ["comparison", "guides/coming-from"],
  express: ["guides/webhooks", "webhooks"],
  windows: ["install", "deploy"],
  "passport ocr": ["documents", "comparison"],
  "test card": ["test-mode"],
  "aws rekognition": ["compatible", "comparison", "guides/coming-from"],
  "liveness detection": ["challenge", "passive-liveness", "concepts"],
  "iframe camera permission": ["guides/embed", "camera-errors", "session-page"],
  "docker compose": ["deploy", "guides/production", "guides/three-nodes"],
  "helm chart": ["deploy", "guides/three-nodes"],
  "postgres ssl": ["postgresql", "settings"],
  "verify webhook signature": ["guides/webhooks", "webhooks"],
  "webhook retry": ["webhooks", "guides/webhooks"],
  idempotency: ["sessions", "batches", "errors", "concepts", "requests"],
  "rate limit": ["fair-shares", "keys", "errors", "accounts"],
  gdpr: ["privacy"],
  "data retention": ["privacy"],
  "false match rate": ["concepts", "accuracy"],
  "change threshold": ["guides/threshold", "concepts"],
  "nginx reverse proxy": ["deploy", "guides/production", "settings"],
  backup: ["backup", "cli", "guides/production"],
  gpu: ["models"],
  okta: ["single-sign-on", "single-sign-on-providers"],
  "two factor": ["accounts"],
  "forgot password": ["accounts"],
  "invite team member": ["accounts"],
  "audit log": ["accounts", "requests"],
  prometheus: ["metrics", "guides/monitor"],
  opentelemetry: ["metrics", "guides/monitor"],
  "bulk verification csv": ["batches", "guides/batches", "cli"],
  "react native": ["webviews"],
  flutter: ["webviews"],
  "next.js": ["guides/next"],
  base64: ["version-2", "errors", "migrating-from-v2", "documents"],
  "no face found": ["errors"],
  "what does similarity mean": ["concepts"],
  "bias by gender": ["accuracy"],
  twins: ["concepts", "accuracy"],
  deepfake: ["challenge", "passive-liveness", "security", "challenge-steps"],
  "nfc passport chip": ["documents"],
  "digital wallet": ["documents"],
  "air gapped": ["deploy", "install", "models"],
  "commercial license": ["models", "comparison"],
  "https localhost camera": ["camera-errors", "camera", "guides/camera", "guides/production"],
  "content security policy": ["camera-files", "guides/embed", "camera"],
  "session expired link": ["sessions", "session-page"],
  "send email smtp": ["settings", "accounts"],
};

/** The number of results that people read. */
const read = 3;

interface Found {
  readonly href: string;
}

/** A browser script without types. */
const script: string = "../static/search.js";
const { createSearch } = (await import(script)) as {
  readonly createSearch: (library: unknown, parts: readonly Found[]) => Promise<(query: string) => readonly Found[]>;
};
const parts = searchParts(readSite());
const search = await createSearch(MiniSearch, parts);
const pageOf = ({ href }: Found) => /^\/docs\/guide\/([^#]+)/.exec(href)?.[1] ?? "";

test("each of fifty queries has its page among the first three results", () => {
  assert.ok(Object.keys(queries).length >= 50);
  const missed = Object.entries(queries).flatMap(([query, pages]) => {
    const found = search(query).slice(0, read).map(pageOf);
    return found.some((page) => pages.includes(page)) ? [] : [`${query}: ${found.join(", ") || "nothing"}`];
  });
  assert.deepEqual(missed, []);
});

test("what is for who works on Selfsame itself is not searched", () => {
  const pages = new Set(parts.map(pageOf));
  assert.ok(pages.has("quick-start"));
  for (const page of ["dashboard-api"]) assert.ok(!pages.has(page), page);
});
