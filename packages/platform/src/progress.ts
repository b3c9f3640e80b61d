/** A progress line: redrawn in a terminal, otherwise one line every tenth. */
export interface Progress {
  step(): void;
  end(): void;
}

const barWidth = 30;

export function startProgress(
  label: string,
  total: number,
  done = 0,
  out: NodeJS.WriteStream = process.stderr,
): Progress {
  const startedAt = performance.now();
  const before = done;
  let count = done;
  let shown = "";
  const show = () => {
    const share = total === 0 ? 1 : count / total;
    const percent = out.isTTY ? Math.floor(share * 100) : Math.floor(share * 10) * 10;
    const line = out.isTTY
      ? `${label} ${"█".repeat(Math.round(share * barWidth)).padEnd(barWidth, "░")} ${percent} % of ${total}, ${left()}`
      : `${label} ${percent} % of ${total}`;
    if (line === shown) return;
    shown = line;
    out.write(out.isTTY ? `\r${line}\x1b[K` : `${line}\n`);
  };
  const left = () => {
    if (count === before) return "…";
    const seconds = Math.round((((performance.now() - startedAt) / (count - before)) * (total - count)) / 1000);
    return seconds >= 90 ? `${Math.round(seconds / 60)} min left` : `${seconds} s left`;
  };
  show();
  return {
    step() {
      count++;
      show();
    },
    end() {
      if (out.isTTY) out.write("\n");
    },
  };
}
