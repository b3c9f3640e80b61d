/**
 * The part of Helm's templates that the chart uses: if, range, pipelines of quote, default, nindent, toYaml, add, printf, contains, required and
 * fail. Anything else is an error, so that the chart stays within this part and the tests do not need Helm.
 */
import { stringify } from "yaml";

type Scope = Readonly<Record<string, unknown>>;
type Node = { readonly text: string } | { readonly action: string; readonly body: readonly Node[] };

/** @param values `.Values`, `.Release` and so on */
export function renderTemplate(template: string, values: Scope): string {
  const { nodes } = parse(tokens(template), 0);
  return render(nodes, { ".": values });
}

function tokens(template: string): string[] {
  // {{- removes the white space before it.
  return template.replaceAll(/\s*\{\{-/g, "{{").split(/(\{\{.*?\}\})/s);
}

function parse(parts: readonly string[], from: number): { nodes: Node[]; next: number } {
  const nodes: Node[] = [];
  for (let i = from; i < parts.length; i++) {
    const part = parts[i] ?? "";
    const action = /^\{\{\s*(.*?)\s*\}\}$/s.exec(part)?.[1];
    if (action === undefined) nodes.push({ text: part });
    else if (action === "end") return { nodes, next: i };
    else if (/^(if|range)\b/.test(action)) {
      const inner = parse(parts, i + 1);
      nodes.push({ action, body: inner.nodes });
      i = inner.next;
    } else nodes.push({ action, body: [] });
  }
  return { nodes, next: parts.length };
}

function render(nodes: readonly Node[], scope: Scope): string {
  return nodes.map((node) => ("text" in node ? node.text : act(node.action, node.body, scope))).join("");
}

function act(action: string, body: readonly Node[], scope: Scope): string {
  const [, not, condition] = /^if\s+(not\s+)?(.+)$/.exec(action) ?? [];
  if (condition !== undefined)
    return truthy(value(condition, scope)) === (not === undefined) ? render(body, scope) : "";
  const [, key, item, list] = /^range\s+(?:(\$\w+),\s*(\$\w+)\s*:=\s*)?(.+)$/.exec(action) ?? [];
  if (list !== undefined) {
    return Object.entries(value(list, scope) as object)
      .map(([name, one]) => render(body, key && item ? { ...scope, [key]: name, [item]: one } : { ...scope, ".": one }))
      .join("");
  }
  const result = value(action, scope);
  if (typeof result !== "string" && typeof result !== "number" && typeof result !== "boolean") {
    throw new Error(`the chart's values have no ${action}, or not as one value`);
  }
  return String(result);
}

const truthy = (one: unknown): boolean =>
  typeof one === "object" && one !== null ? Object.keys(one).length > 0 : Boolean(one);

/** Evaluates a pipeline. */
function value(pipeline: string, scope: Scope): unknown {
  const [first = "", ...rest] = pipeline.split("|").map((part) => part.trim());
  return rest.reduce((before, call) => apply(call, [before], scope), apply(first, [], scope));
}

function apply(call: string, before: readonly unknown[], scope: Scope): unknown {
  const [word = "", ...words] = call.match(/"[^"]*"|\S+/g) ?? [];
  const args = [...words.map((arg) => operand(arg, scope)), ...before];
  if (word === "quote") return JSON.stringify(String(args[0]));
  if (word === "default") return truthy(args[1]) ? args[1] : args[0];
  if (word === "toYaml") return stringify(args[0]).trimEnd();
  if (word === "nindent") return `\n${String(args[1]).replaceAll(/^/gm, " ".repeat(Number(args[0])))}`;
  if (word === "contains") return String(args[1]).includes(String(args[0]));
  if (word === "required" && truthy(args[1])) return args[1];
  if (word === "required" || word === "fail") throw new Error(String(args[0]));
  if (word === "add") return args.reduce<number>((sum, one) => sum + Number(one), 0);
  if (word === "printf")
    return args.slice(1).reduce<string>((text, one) => text.replace("%s", String(one)), String(args[0]));
  if (args.length > 0) throw new Error(`not known to this renderer: ${call}`);
  return operand(word, scope);
}

function operand(word: string, scope: Scope): unknown {
  if (/^".*"$/.test(word)) return word.slice(1, -1);
  if (/^\d+$/.test(word)) return Number(word);
  if (word.startsWith("$")) return scope[word];
  if (!word.startsWith(".")) throw new Error(`not known to this renderer: ${word}`);
  return word
    .split(".")
    .filter(Boolean)
    .reduce<unknown>((inside, name) => (inside as Scope | undefined)?.[name], scope["."]);
}
