import { errorCatalog } from "../packages/server/src/api/v3/errors.ts";

export const clientCodesPath = new URL("../packages/client/src/errors/service-error-code.ts", import.meta.url);

/** Renders the client's error codes of version 3: a type, because the client depends on the service's contract and not on its code. */
export function renderClientCodes(): string {
  const codes = Object.keys(errorCatalog).map((code) => `\n  | "${code}"`);
  return `/** The codes of version 3, from its error catalogue by \`npm run docs\`. */\nexport type ServiceErrorCode =${codes.join("")};\n`;
}
