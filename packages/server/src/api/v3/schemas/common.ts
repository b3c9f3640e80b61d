import { z } from "zod";

export const time = z.string().meta({ format: "date-time" });

export const pageQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({ description: "How many: 1 to 100." }),
  cursor: z.string().max(200).optional().meta({ description: "`next_cursor` of the previous page." }),
});

export const nextCursor = z.string().nullable().meta({ description: "For the next page; null on the last." });

/** The body may be left out. */
export const emptyBodySchema = z.strictObject({});

export const deletedSchema = z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: "Deleted" });

/** What a list is narrowed to: a text, or what it begins with. */
export const searched = z.string().trim().min(1).max(128).optional();

/** The moments between which a row was made. */
export const between = {
  from: z.iso.datetime().optional().meta({ description: "Only what was made at this time or later." }),
  to: z.iso.datetime().optional().meta({ description: "Only what was made before this time." }),
};

/** The query of a list that is sorted and filtered. @param orders what it can be sorted by; the first is when a row was made */
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
