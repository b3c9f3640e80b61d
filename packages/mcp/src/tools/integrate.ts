import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { answering, pageAnswer } from "../answer.ts";
import type { Pages } from "../pages.ts";
import { readOnly } from "./read-only.ts";

/** The pages that an integration is written from, in the order of the work. */
const ways = {
  backend: ["guides/backend", "guides/errors"],
  "hosted-page": ["guides/sign-up", "guides/webhooks"],
  embedded: ["guides/embed", "guides/webhooks"],
  nextjs: ["guides/next", "guides/webhooks"],
  react: ["guides/react", "guides/backend"],
  vue: ["guides/vue", "guides/backend"],
  "camera-page": ["guides/camera", "guides/backend"],
  "mobile-app": ["webviews", "guides/sign-up"],
} as const;
type Way = keyof typeof ways;
const way = z.enum(Object.keys(ways) as [Way, ...Way[]]);

const rules = `Write the integration from these pages, with the versions and names that they use.
1. Only the backend has the API key, from its environment. No private key in a page or an app.
2. Decide by the codes of the answers, not by their texts. Retry only what is retryable.
3. Check the signature of each webhook, and answer 2xx before you work on it.
4. Try it with a test key and create_test_session: verified, no_match and challenge_failed at least. Then look at list_webhook_deliveries.
5. Keep no photo that you do not need, and write none into logs.`;

/** draft_integration, and the same as a prompt. */
export function registerIntegrate(server: McpServer, pages: Pages): void {
  const draft = async (framework: Way): Promise<string> => {
    const texts = await Promise.all(ways[framework].map((name) => pages.read(name)));
    return [rules, ...texts].join("\n\n---\n\n");
  };
  server.registerTool(
    "draft_integration",
    {
      title: "Draft an integration",
      description:
        "Returns the rules and guides to write an integration from, for a framework or a way to integrate. You write the code.",
      inputSchema: z.object({ framework: way, offset: z.int().min(0).default(0) }),
      annotations: readOnly,
    },
    ({ framework, offset }) => answering(async () => pageAnswer(await draft(framework), offset)),
  );
  server.registerPrompt(
    "integrate",
    {
      title: "Integrate Selfsame",
      description: "Add face verification to this project.",
      argsSchema: z.object({ framework: way }),
    },
    async ({ framework }) => ({
      messages: [{ role: "user", content: { type: "text", text: await draft(framework) } }],
    }),
  );
}
