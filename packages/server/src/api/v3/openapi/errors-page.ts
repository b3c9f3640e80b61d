import { errorCatalogue, errorCodes } from "../errors.ts";

const intro = `# Errors

<!-- Generated from packages/server/src/api/v3/errors.ts by \`npm run docs\`. Change the catalogue, not this page. -->

A request that could not be answered gets a status of 400 or more and this body:

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

Decide by \`code\`: it is stable. \`message\` is for people and may be reworded. \`param\` names the part of the request to blame, or is
\`null\`. \`hint\` says how to mend it. \`limit\` and \`actual\` are there only where a limit was passed; \`actual\` is \`null\` where reading
stopped at the limit. Quote \`meta.request_id\` when you ask for help; the \`X-Request-Id\` header carries the same id.

**Two people who do not match are not an error.** That answer is a 200 with \`match: false\`.

**Retry only what is retryable.** Where \`retryable\` is true the same request can succeed later: wait for \`Retry-After\` seconds where the
header is sent, else a second or so with some jitter. Where it is false, the same request gets the same answer.

| status | code | retry |
|---|---|---|
`;

/** docs/errors.md, from the catalogue. */
export function renderErrorsPage(): string {
  const rows = errorCodes.map((code) => {
    const { status, retryable } = errorCatalogue[code];
    return `| ${status} | [\`${code}\`](#${code}) | ${retryable ? "yes" : "no"} |`;
  });
  const entries = errorCodes.map((code) => {
    const { status, message, hint, retryable } = errorCatalogue[code];
    return `## ${code}\n\n${status}, ${retryable ? "retryable" : "not retryable"}. ${message}\n\n${hint}\n`;
  });
  return `${intro}${rows.join("\n")}\n\n${entries.join("\n")}`;
}
