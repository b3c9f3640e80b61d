/** The result of one check. `warning`: it works, but the operator should know. */
export interface Finding {
  readonly state: "ok" | "warning" | "problem";
  readonly says: string;
}

export const ok = (says: string): Finding => ({ state: "ok", says });
export const warning = (says: string): Finding => ({ state: "warning", says });
export const problem = (says: string): Finding => ({ state: "problem", says });
