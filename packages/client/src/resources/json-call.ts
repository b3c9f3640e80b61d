import { decodeV3 } from "../decode-v3.ts";
import type { WithMeta } from "../results.ts";
import { checkCall, send, type Call, type CallOptions, type Transport } from "../send.ts";

export function callV3<Data extends object>(
  transport: Transport,
  call: Omit<Call, "form">,
  options?: CallOptions,
): Promise<WithMeta<Data>> {
  return send(transport, { ...call, path: `/api/v3${call.path}` }, decodeV3<Data>(), options);
}

type Values = Readonly<Record<string, string | number | boolean | Date | undefined>>;

const textOf = (value: string | number | boolean | Date): string =>
  value instanceof Date ? value.toISOString() : String(value);

/** Query string of the defined values, `?name=value`; empty if there are none. */
export function queryOf(values: Values): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, textOf(value)]]));
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
}

interface Page {
  readonly next_cursor: string | null;
}

/**
 * Iterates over all rows of a list. Each page is fetched when its first row is needed.
 * @param field the response field that contains the rows
 * @throws TypeError immediately, not when the first row is read
 */
export function rowsOf<Row>(
  transport: Transport,
  path: string,
  query: Values,
  field: string,
  options?: CallOptions,
): AsyncGenerator<Row, void, void> {
  checkCall(options);
  const rows = async function* (): AsyncGenerator<Row, void, void> {
    let cursor: string | undefined;
    do {
      const call = { method: "GET", path: `${path}${queryOf({ ...query, cursor })}` } as const;
      const page = await callV3<Page>(transport, call, options);
      yield* (page as unknown as Readonly<Record<string, readonly Row[]>>)[field] ?? [];
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  };
  return rows();
}
