/**
 * Response schemas of the dashboard's API, one file per subject. The checks, the dashboard's types and the types in docs/dashboard-api.md all come
 * from them. Names in camelCase, times in epoch milliseconds. Fields not listed are not sent.
 */
import { z } from "zod";

export const count = z.number().int().min(0);
export const timeMs = z.number().int();
