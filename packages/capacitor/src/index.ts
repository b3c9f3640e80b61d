import { App } from "@capacitor/app";
import { Browser } from "@capacitor/browser";
import { createOpenSession } from "./open-session.ts";

export type { SessionLink, SessionVisit } from "./open-session.ts";

/** See `createOpenSession`. */
export const openSession = createOpenSession(Browser, App);
