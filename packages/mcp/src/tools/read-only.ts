import type { ToolAnnotations } from "@modelcontextprotocol/server";

/** A tool that changes nothing, and asks nobody but the service. */
export const readOnly: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
