import { styleText } from "node:util";
import type { DestinationStream } from "pino";

interface Line {
  readonly level: number;
  readonly time: string;
  readonly msg: string;
  readonly [name: string]: unknown;
}

type Style = Parameters<typeof styleText>[0];

const levels: readonly (readonly [from: number, word: string, style: Style])[] = [
  [50, "error", "red"],
  [40, "warn ", "yellow"],
  [30, "info ", "green"],
  [0, "debug", "gray"],
];

/**
 * Formats pino's JSON lines for a terminal: one short colored line each.
 * @param colours whether to use colors
 */
export function terminalLog(out: { write(text: string): unknown }, colours: boolean): DestinationStream {
  const paint = (style: Style, text: string) => (colours ? styleText(style, text, { validateStream: false }) : text);
  return {
    write: (json) => {
      const line = JSON.parse(json) as Line;
      const [, word = "", style = "gray"] = levels.find(([from]) => line.level >= from) ?? [];
      const text = line.msg === "answered" ? answered(line, paint) : describe(line, paint);
      out.write(`${paint("gray", line.time.slice(11, 19))} ${paint(style, word)} ${text}\n`);
    },
  };
}

type Paint = (style: Style, text: string) => string;

function answered({ method, route, status, outcome, ms, requestId }: Line, paint: Paint): string {
  const style = Number(status) >= 500 ? "red" : Number(status) >= 400 ? "yellow" : "green";
  const what = [paint(style, String(status)), method, route ?? "(no route)", outcome, `${String(ms)} ms`];
  return `${what.filter(Boolean).join(" ")} ${paint("gray", String(requestId))}`;
}

const shown = new Set(["level", "time", "msg", "err"]);

function describe(line: Line, paint: Paint): string {
  const { msg, err } = line;
  const { message, cause } = (err ?? {}) as { message?: string; cause?: { message?: string } };
  const why = [message, cause?.message]
    .filter(Boolean)
    .map((text) => `: ${text}`)
    .join("");
  const rest = Object.entries(line).filter(([name]) => !shown.has(name));
  const details = rest.map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  return [msg + why, ...details.map((text) => paint("gray", text))].join("  ");
}
