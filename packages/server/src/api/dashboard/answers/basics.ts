/**
 * What the dashboard's API answers, a file a subject: the one source of its checks, of the types that the dashboard is written against,
 * and of the types in docs/dashboard-api.md. Names in camelCase, times in epoch milliseconds. A field that is not named is not sent.
 */
import { z } from "zod";

export const count = z.number().int().min(0);
export const timeMs = z.number().int();
