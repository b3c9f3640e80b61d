import { upToDate } from "../../../../features/sessions/end-session.ts";
import { readDeliveredTimeline } from "../../../../features/sessions/reports/delivered-timeline.ts";
import { isoOf } from "@selfsame/platform/iso-time";
import type { PlainEndpoint } from "../../endpoint.ts";
import { timelineSchema } from "../../sessions/timeline-schema.ts";
import { findSeen } from "./session-answers.ts";
import { sessionExample } from "./session-example.ts";

/** An entry that records only its kind. */
const bare = {
  device: null,
  browser: null,
  number: null,
  passed: null,
  challenge: null,
  hint: null,
  issues: [],
  steps: [],
  check: null,
  photo: null,
  session_id: null,
  request_id: null,
  why: null,
  decision: null,
  reason: null,
  by: null,
  person: null,
  to: null,
  text: null,
  reasons: [],
  deliveries: [],
};

export const getTimeline: PlainEndpoint = {
  method: "GET",
  path: "/sessions/:id/timeline",
  name: "v3.get_timeline",
  key: "private",
  tag: "Sessions",
  summary: "Read a session's timeline",
  description:
    "What happened in the session, in order of time: visits, attempts, reviews with their notes, and the deliveries of its events. Needs the scope `sessions:review`, which a key has only by name.",
  data: timelineSchema,
  codes: ["session_not_found"],
  example: {
    summary: "Verified",
    data: {
      id: sessionExample.id,
      entries: [
        { ...bare, kind: "created", at: sessionExample.created_at },
        {
          ...bare,
          kind: "verified",
          at: sessionExample.ended_at,
          deliveries: [{ endpoint_id: "we_7dK2mQ9xLr4TbN1s", status: "delivered", attempts: 1 }],
        },
      ],
    },
  },
  run: async ({ sessions }, _query, context) => {
    const { db } = sessions.store;
    const found = await findSeen(db, context);
    if (!found) return { code: "session_not_found" };
    const { id } = await upToDate(sessions, found);
    const entries = (await readDeliveredTimeline(db, id)).map(({ kind, atMs, data, deliveries }) => {
      const { session = null, request = null, by = null, ...more } = data;
      const ids = { session_id: session, request_id: request };
      return { ...bare, ...more, ...ids, by: kind === "created" ? null : by, kind, at: isoOf(atMs), deliveries };
    });
    return { outcome: "found", data: { id, entries } };
  },
};
