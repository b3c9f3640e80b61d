import type { Selfsame } from "@selfsame/client";
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { answering, jsonAnswer, textAnswer } from "../answer.ts";
import { PageError, type Pages } from "../pages.ts";
import { readOnly } from "./read-only.ts";

const code = z.string().regex(/^\w{1,60}$/, "A code is a word such as no_face.");
const id = z.string().regex(/^[\w.:-]{1,128}$/, "An id is what meta.request_id or the header X-Request-Id holds.");

/** explain_error, explain_request. */
export function registerExplain(server: McpServer, { requests }: Selfsame, pages: Pages): void {
  server.registerTool(
    "explain_error",
    {
      title: "Explain an error code",
      description: "Says what a code of version 3 means, such as no_face or rate_limited, and what to do about it.",
      inputSchema: z.object({ code }),
      annotations: readOnly,
    },
    ({ code }) => answering(async () => textAnswer(await meaningOf(pages, code))),
  );
  server.registerTool(
    "explain_request",
    {
      title: "Explain a request",
      description:
        "Looks up what became of a request of a test key: route, status, outcome, code, duration by stage. Takes the request_id of its answer. Requests of live keys are not found.",
      inputSchema: z.object({ request_id: id }),
      annotations: readOnly,
    },
    ({ request_id }) =>
      answering(async () => {
        const { meta: _, ...request } = await requests.get(request_id);
        const { code } = request;
        return jsonAnswer(code === null ? request : { ...request, code_means: await meaningOf(pages, code) });
      }),
  );
}

/** The part about a code on the page of errors. @throws PageError where there is none */
async function meaningOf(pages: Pages, code: string): Promise<string> {
  const page = await pages.read("errors");
  const part = page.split(/^(?=#{2,3} )/m).find((part) => part.startsWith(`### ${code}\n`));
  if (part !== undefined) return part.trim();
  const codes = Array.from(page.matchAll(/^### (\w+)$/gm), ([, name]) => name);
  throw new PageError(`There is no code "${code}". There are ${codes.join(", ")}.`);
}
