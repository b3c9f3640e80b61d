import type { Selfsame, Simulated } from "@selfsame/client";
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { answering, jsonAnswer } from "../answer.ts";
import { readOnly } from "./read-only.ts";

const id = z.string().regex(/^vs_\w{1,60}$/, "An id begins with vs_.");

/** Where a test session can end, see docs/test-mode.md. */
const outcomes: Readonly<Record<Simulated, true>> = {
  verified: true,
  no_match: true,
  no_face: true,
  poor_quality: true,
  challenge_failed: true,
  several_faces: true,
  presentation_attack: true,
  passive_liveness_unsure: true,
  expired: true,
  cancelled: true,
};

/** create_test_session, get_test_session, list_test_sessions, cancel_test_session. */
export function registerSessions(server: McpServer, { sessions }: Selfsame): void {
  server.registerTool(
    "create_test_session",
    {
      title: "Create a test session",
      description:
        "Creates a verification session of a test key. With `simulate` it ends with that outcome a moment later and sends its webhooks; without, its page waits at `url` for somebody who opens it, and needs no camera. No photo is involved.",
      inputSchema: z.object({
        simulate: z.enum(Object.keys(outcomes) as [Simulated, ...Simulated[]]).optional(),
        external_id: z.string().min(1).max(128).optional().describe("Your own id of the person, back in each event."),
        return_url: z.url().max(2048).optional(),
        locale: z.string().max(35).optional(),
        expires_in_s: z.int().min(60).max(604_800).optional(),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    (given) => answering(async () => jsonAnswer(await sessions.create(given))),
  );
  server.registerTool(
    "get_test_session",
    {
      title: "Read a test session",
      description: "Reads a test session with its status, result and attempts.",
      inputSchema: z.object({ id }),
      annotations: readOnly,
    },
    ({ id }) => answering(async () => jsonAnswer(await sessions.get(id))),
  );
  server.registerTool(
    "list_test_sessions",
    {
      title: "List test sessions",
      description: "Lists test sessions, the newest first.",
      inputSchema: z.object({
        external_id: z.string().min(1).max(128).optional(),
        limit: z.int().min(1).max(50).default(20),
        cursor: z.string().max(500).optional().describe("next_cursor of the list before."),
      }),
      annotations: readOnly,
    },
    (filter) => answering(async () => jsonAnswer(await sessions.list(filter))),
  );
  server.registerTool(
    "cancel_test_session",
    {
      title: "Cancel a test session",
      description: "Cancels a test session that has not ended. Its link stops working, and session.cancelled is sent.",
      inputSchema: z.object({ id }),
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    },
    ({ id }) => answering(async () => jsonAnswer(await sessions.cancel(id))),
  );
}
