import { checkOptions, type Known } from "../known-options.ts";
import { type CallOptions, callOptions } from "../send.ts";

/** The time in which rows of a list were created. */
export interface CreatedBetween {
  /** This time or later: ISO 8601 or a Date. */
  readonly from?: string | Date | undefined;
  /** Before this time. */
  readonly to?: string | Date | undefined;
}

export const createdBetween: Known<CreatedBetween> = { from: true, to: true };

/** Filters, and the options of the call beside them. */
export type ListOptions<Filter> = Filter & CallOptions;

/**
 * Separates the filters of a list from the options of its call.
 * @throws TypeError for an option that is neither
 */
export function filtersOf<Filter extends object>(
  given: ListOptions<Filter> = {} as ListOptions<Filter>,
  known: Known<Filter>,
): { readonly filters: Filter; readonly options: CallOptions } {
  checkOptions(given, { ...known, ...callOptions });
  const { signal, timeoutMs, maxRetries, ...filters } = given;
  return { filters: filters as unknown as Filter, options: { signal, timeoutMs, maxRetries } };
}
