// What the search of the guide finds, and in which order. Without a page, so that it can be tried anywhere.

/** Stop words. */
const empty = new Set(
  "a an and are at be can do does for from how i in is it my of on or the to use using what when where which with".split(
    " ",
  ),
);

/** What newcomers call it, and what the pages do. */
const synonyms = {
  kyc: ["identity", "sessions", "verification"],
  onboarding: ["sign-up", "session", "sessions"],
  selfie: ["camera", "photo"],
  webcam: ["camera"],
  express: ["webhooks", "node"],
  fastify: ["webhooks", "node"],
  flask: ["webhooks", "python"],
  laravel: ["webhooks", "php"],
  next: ["react"],
  vue: ["camera", "component"],
  retries: ["retry", "retried", "deliveries", "again"],
  retry: ["retries", "retried", "again"],
  hmac: ["signature"],
  callback: ["webhook", "webhooks"],
  csv: ["batch", "batches"],
  install: ["deploy", "quick"],
  docker: ["deploy", "compose", "image"],
  kubernetes: ["helm", "deploy"],
  k8s: ["helm", "deploy"],
  saml: ["single", "oidc"],
  sso: ["single", "oidc"],
  okta: ["single", "oidc"],
  login: ["sign"],
  gdpr: ["privacy"],
  biometric: ["privacy"],
  retention: ["privacy", "kept"],
  bias: ["group", "groups", "accuracy"],
  fmr: ["false", "accuracy"],
  far: ["fmr", "false"],
  frr: ["fnmr", "false"],
  antispoofing: ["spoof", "passive"],
  throttling: ["rate", "limits", "429"],
  quota: ["limits", "plan"],
  429: ["rate", "limited"],
  prometheus: ["metrics"],
  monitoring: ["metrics", "alerts"],
  env: ["settings"],
  environment: ["settings"],
  configuration: ["settings"],
  sdk: ["client"],
  iframe: ["embed", "embedded", "dialog"],
  mobile: ["phone", "webview"],
  cors: ["origin", "origins"],
  sandbox: ["test"],
  mock: ["test", "simulate"],
  healthcheck: ["health"],
  liveness: ["challenge", "spoof", "passive"],
  forgot: ["reset", "recovery"],
  user: ["person", "account"],
  users: ["people", "accounts"],
  ocr: ["documents", "scans"],
  passport: ["documents", "chip"],
  rekognition: ["amazon"],
  ngrok: ["tunnel"],
  localtunnel: ["tunnel"],
  stripe: ["identity"],
  nextjs: ["next", "react"],
  nodejs: ["node"],
  bulk: ["batch", "batches"],
  offline: ["registry", "outside", "isolated"],
  deepfake: ["injection", "challenge", "swap"],
};

/** What people write in several ways, as one word. */
const phrases = [
  [/\b(next|node|vue|react)\.js\b/g, "$1js"],
  [/\bair[ -]?gapped?\b/g, "offline"],
  [/\btest cards?\b/g, "test mode"],
  [/\bhealth check(s?)\b/g, "healthcheck"],
  [/\b(?:2fa|mfa|two[ -]factor)\b/g, "factor"],
];

/** Words of one stem are one: retry, retries, retried; upgrade, upgrading. */
const stem = (term) => term.toLowerCase().replace(/(?<=.{3})(?:ing|ied|ies|ed|es|e|s|y)$/, "");

const wordsIn = (query) =>
  phrases.reduce((text, [form, word]) => text.replaceAll(form, word), query.toLowerCase()).match(/[\p{L}\p{N}]+/gu) ??
  [];

/**
 * @param MiniSearch the class
 * @param parts [{ href, page, title, text, weight }]
 * @returns a function: of a query its parts, the best first and two of a page at most
 */
export async function createSearch(MiniSearch, parts) {
  const search = new MiniSearch({
    fields: ["page", "title", "text"],
    processTerm: stem,
    storeFields: ["href", "page", "title", "text", "weight"],
    searchOptions: {
      boost: { page: 4, title: 5 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      weights: { prefix: 0.5, fuzzy: 0.2 },
      // The table of all settings is long, and what it is for.
      bm25: { k: 1.2, b: 0.3, d: 0.5 },
      boostDocument: (_id, _term, { weight }) => weight,
    },
  });
  await search.addAllAsync(parts.map((part, id) => ({ ...part, id })));

  return (query) => {
    const words = wordsIn(query);
    const significant = words.filter((word) => !empty.has(word));
    const queries = (significant.length > 0 ? significant : words).map(withSynonyms);
    if (queries.length === 0) return [];
    // A query that is a sentence has words that no part has.
    const all = search.search({ combineWith: "AND", queries });
    return atMostTwoOfAPage(all.length > 0 ? all : search.search({ combineWith: "OR", queries }));
  };
}

const withSynonyms = (word) => ({
  combineWith: "OR",
  queries: [word, ...(Object.hasOwn(synonyms, word) ? synonyms[word] : [])],
});

function atMostTwoOfAPage(results) {
  const seen = new Map();
  return results.filter(({ page }) => {
    const count = (seen.get(page) ?? 0) + 1;
    seen.set(page, count);
    return count <= 2;
  });
}
