export { SelfsameSession, type SelfsameSessionProps, type SessionProblem } from "./selfsame-session.ts";
export type { SessionEnd, SessionEndStatus } from "./message.ts";
