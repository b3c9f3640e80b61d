import { type ErrorCode, errorCatalog, errorCodes } from "../errors.ts";
import { parameterHints } from "../problems/parameter-hints.ts";

const intro = `# Errors

<!-- Generated from packages/server/src/api/v3/errors.ts by \`npm run docs\`. Change the catalogue, not this page. -->

Every error code of version 3, by status: what happened and what to do. The fields of an error, and when to retry, are in [handle errors](guides/errors.md).
`;

/** In the order of the sections. */
const sections: Readonly<Record<number, string>> = {
  400: "The request is malformed",
  401: "The key or link is not valid",
  403: "The key may not do this",
  404: "There is no such thing",
  405: "The path takes another method",
  409: "Not in this state",
  410: "Expired",
  413: "Too large",
  415: "The format is not supported",
  422: "The photo, document or challenge was rejected",
  429: "Too many requests",
  500: "The service failed",
  503: "The service has no room",
};

/** Generates docs/errors.md from the catalog. @throws if a status has no section */
export function renderErrorsPage(): string {
  const statuses = new Set<number>(errorCodes.map((code) => errorCatalog[code].status));
  return [intro, ...[...statuses].toSorted((a, b) => a - b).map((status) => section(status))].join("\n");
}

function section(status: number): string {
  const title = sections[status];
  if (title === undefined) throw new Error(`status ${status} has no section of docs/errors.md`);
  const codes = errorCodes.filter((code) => errorCatalog[code].status === status);
  const links = codes.map((code) => `[\`${code}\`](#${code})`).join(" · ");
  return `## ${status}: ${title.charAt(0).toLowerCase()}${title.slice(1)}\n\n${links}\n\n${codes.map((code) => entry(code)).join("\n")}`;
}

function entry(code: ErrorCode): string {
  const { message, hint, retryable } = errorCatalog[code];
  const parts = [`### ${code}`, message, hint];
  if (code === "invalid_parameter") parts.push(parameterTable());
  if (retryable) parts.push("The same request can succeed later.");
  return `${parts.join("\n\n")}\n`;
}

const parameterTable = (): string =>
  ["| `param` | takes |", "|---|---|", ...parameterHints.map(([name, takes]) => `| \`${name}\` | ${takes} |`)].join(
    "\n",
  );
