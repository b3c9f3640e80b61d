import { errorCatalog, errorCodes } from "../errors.ts";

const intro = `# Errors

<!-- Generated from packages/server/src/api/v3/errors.ts by \`npm run docs\`. Change the catalogue, not this page. -->

Every error has a status of 400 or more and this body:

\`\`\`json
{
  "success": false,
  "data": null,
  "error": {
    "code": "file_too_large",
    "message": "The file is too large.",
    "param": "selfie",
    "hint": "A photo may have 5 MB (5,242,880 bytes). ...",
    "retryable": false,
    "docs": "https://face.example.com/docs/guide/errors#file_too_large",
    "limit": 5242880,
    "actual": null
  },
  "meta": { "request_id": "0f8b6c1e-...", "version": "3", "service_version": "1.0.0", "processing_ms": 12 }
}
\`\`\`

| field | meaning |
|---|---|
| \`code\` | stable: decide by it |
| \`message\` | what happened, for a person; the wording may change |
| \`param\` | the part of the request that caused the error, or \`null\` |
| \`hint\` | how to fix it |
| \`retryable\` | whether the same request can succeed later |
| \`limit\`, \`actual\` | only if a limit was exceeded; \`actual\` is \`null\` if reading stopped at the limit |
| \`limit_of\`, \`limit_window\`, \`resets_at\` | only with \`rate_limited\` and \`quota_exceeded\`: whose limit (\`plan\`, \`key\` or \`network\`), of which window (\`minute\`, \`month\`, \`concurrent\`), and when there is room again. \`limit\` is the number of requests |

Quote \`meta.request_id\` when you ask for help. The \`X-Request-Id\` header has the same id.

**Two people who do not match are not an error.** The response is a 200 with \`match: false\`.

**Retry only if \`retryable\` is true.** Wait for \`Retry-After\` seconds if the header is sent, otherwise about a second with jitter. If it is false, the same request returns the
same error.

| status | code | retry |
|---|---|---|
`;

/** docs/errors.md, from the catalogue. */
export function renderErrorsPage(): string {
  const rows = errorCodes.map((code) => {
    const { status, retryable } = errorCatalog[code];
    return `| ${status} | [\`${code}\`](#${code}) | ${retryable ? "yes" : "no"} |`;
  });
  const entries = errorCodes.map((code) => {
    const { status, message, hint, retryable } = errorCatalog[code];
    return `## ${code}\n\n${status}, ${retryable ? "retryable" : "not retryable"}. ${message}\n\n${hint}\n`;
  });
  return `${intro}${rows.join("\n")}\n\n${entries.join("\n")}`;
}
