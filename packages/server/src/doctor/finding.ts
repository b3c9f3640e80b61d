/** What was found of one thing. `warning`: it works, and somebody should know. */
export interface Finding {
  readonly state: "ok" | "warning" | "problem";
  readonly says: string;
}

export const ok = (says: string): Finding => ({ state: "ok", says });
export const warning = (says: string): Finding => ({ state: "warning", says });
export const problem = (says: string): Finding => ({ state: "problem", says });
