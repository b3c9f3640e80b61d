/** Log of the store and of access; pino's type fits. */
export interface Log {
  info(detail: object, text: string): void;
  warn(detail: object, text: string): void;
  error(detail: object, text: string): void;
}

export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };
