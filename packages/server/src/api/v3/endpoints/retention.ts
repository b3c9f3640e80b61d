import { z } from "zod";
import {
  type OwnRetention,
  changeRetention,
  ownRetention,
  tooLong,
} from "../../../features/retention/own-retention.ts";
import type { Retention } from "../../../features/retention/periods.ts";
import type { JsonEndpoint, PlainEndpoint } from "../endpoint.ts";
import { readSetting } from "@selfsame/platform/settings/setting";

const tag = "Sessions";

const names = {
  sessionsDays: "sessions_days",
  batchResultsDays: "batch_results_days",
  requestLogDays: "request_log_days",
} as const satisfies Record<keyof Retention, string>;

const described = {
  sessions_days: "Days that a session is stored after its end, with its timeline and the record of its consent.",
  batch_results_days: "Days that a batch and its results are stored after its end.",
  request_log_days: "Days that the request log is stored.",
} as const;

const installationSchema = z.object({
  sessions_days: z.int().meta({ description: described.sessions_days }),
  batch_results_days: z.int().meta({ description: described.batch_results_days }),
  request_log_days: z.int().meta({ description: `${described.request_log_days} 0: no request is logged.` }),
});

const retentionSchema = z
  .object({
    sessions_days: z
      .int()
      .nullable()
      .meta({ description: `${described.sessions_days} Null: as the installation.` }),
    batch_results_days: z
      .int()
      .nullable()
      .meta({ description: `${described.batch_results_days} Null: as the installation.` }),
    request_log_days: z
      .int()
      .nullable()
      .meta({ description: `${described.request_log_days} Null: as the installation.` }),
    installation: installationSchema.meta({ description: "What the operator set: the most that you can have." }),
  })
  .meta({ id: "Retention" });

const days = z.int().min(1).nullable();
const changeSchema = z
  .strictObject({ sessions_days: days, batch_results_days: days, request_log_days: days })
  .partial();

const example = {
  sessions_days: 30,
  batch_results_days: null,
  request_log_days: null,
  installation: { sessions_days: 90, batch_results_days: 30, request_log_days: 7 },
} as const;

const wireOf = <T>(of: { readonly [Name in keyof Retention]: T }) => ({
  sessions_days: of.sessionsDays,
  batch_results_days: of.batchResultsDays,
  request_log_days: of.requestLogDays,
});

const retentionData = (own: OwnRetention, installation: Retention) => ({
  ...wireOf(own),
  installation: wireOf(installation),
});

export const getRetention: PlainEndpoint = {
  method: "GET",
  path: "/retention",
  name: "v3.get_retention",
  key: "private",
  tag,
  summary: "Read the retention",
  description: "How long sessions, batches and the request log of your account are stored.",
  data: retentionSchema,
  codes: [],
  example: { summary: "Sessions for 30 days", data: example },
  run: async ({ keys, retention }, _query, { caller }) => ({
    outcome: "found",
    data: retentionData(await readSetting(keys.store.db, caller.accountId, ownRetention), retention),
  }),
};

export const changeRetentionEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/retention",
  name: "v3.change_retention",
  key: "private",
  testKeys: false,
  tag,
  summary: "Change the retention",
  description:
    "Changes the periods that the body names; null restores the installation's. A period of your own may be shorter than the installation's, not longer. Within an hour, data that is older is deleted. The key needs the scope `keys:write`.",
  json: changeSchema,
  jsonBytesMax: 1024,
  data: retentionSchema,
  codes: ["invalid_parameter", "unsupported_content_type"],
  example: { summary: "Changed", data: example },
  run: async ({ keys, retention }, json, { caller, by }) => {
    const given = json as z.infer<typeof changeSchema>;
    const change = {
      sessionsDays: given.sessions_days,
      batchResultsDays: given.batch_results_days,
      requestLogDays: given.request_log_days,
    };
    const name = tooLong(change, retention);
    if (name !== undefined) {
      const hint = `The installation stores this for ${retention[name]} days. Choose fewer, or null.`;
      return { code: "invalid_parameter", param: names[name], hint };
    }
    const own = await changeRetention(keys.store.db, by, caller.accountId, change, keys.now());
    return { outcome: "changed", data: retentionData(own, retention) };
  },
};
