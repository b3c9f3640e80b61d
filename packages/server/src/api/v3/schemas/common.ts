import { z } from "zod";

export const time = z.string().meta({ format: "date-time" });

export const pageQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({ description: "How many: 1 to 100." }),
  cursor: z.string().max(200).optional().meta({ description: "`next_cursor` of the previous page." }),
});

export const nextCursor = z.string().nullable().meta({ description: "For the next page; null on the last." });

/** The body is optional. */
export const emptyBodySchema = z.strictObject({});

export const deletedSchema = z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: "Deleted" });

/** A filter of a list: an exact text or a prefix. */
export const searched = z.string().trim().min(1).max(128).optional();

/** A filter by creation time. */
export const between = {
  from: z.iso.datetime().optional().meta({ description: "Only what was made at this time or later." }),
  to: z.iso.datetime().optional().meta({ description: "Only what was made before this time." }),
};

/** The query of a list that can be sorted and filtered. @param orders names of the sort orders; the first is the creation time */
export function listQuerySchema<Filters extends z.ZodRawShape>(
  orders: readonly [string, ...string[]],
  filters: Filters,
) {
  const [first] = orders;
  return pageQuerySchema.extend({
    cursor: z.string().max(1200).optional().meta({
      description: "`next_cursor` of the previous page, of the same order.",
    }),
    sort: z
      .enum(orders.flatMap((name) => [name, `-${name}`]))
      .default(`-${first}`)
      .meta({ description: `With \`-\`, the largest first. Default: \`-${first}\`, the newest first.` }),
    ...filters,
  });
}
