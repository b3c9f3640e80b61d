/** One instruction: a word such as `RUN`, and the rest of the line. */
export interface Instruction {
  readonly word: string;
  readonly rest: string;
}

export interface Stage {
  readonly name: string;
  /** An image, or the name of an earlier stage. */
  readonly from: string;
  readonly instructions: readonly Instruction[];
}

/** Instructions that our Dockerfile uses. Another one is an error until it is supported here. */
const known = new Set("ARG ENV WORKDIR COPY RUN USER VOLUME EXPOSE STOPSIGNAL HEALTHCHECK ENTRYPOINT CMD".split(" "));

/** @throws Error that names the unsupported line */
export function parseDockerfile(text: string): Stage[] {
  const stages: { name: string; from: string; instructions: Instruction[] }[] = [];
  for (const line of text.replaceAll(/\\\n/g, " ").split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [, word = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (word === "FROM") {
      const [, from = "", name = ""] = /^(?:--platform=\S+\s+)?(\S+)\s+AS\s+(\S+)$/.exec(rest) ?? [];
      if (name === "") throw new Error(`a stage without a name: ${line}`);
      stages.push({ name, from, instructions: [] });
      continue;
    }
    if (!known.has(word)) throw new Error(`not understood: ${line}`);
    // Before the first stage there are only arguments for FROM.
    stages.at(-1)?.instructions.push({ word, rest });
  }
  return stages;
}
