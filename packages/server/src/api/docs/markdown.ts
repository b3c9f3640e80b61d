import { Marked, type Token, type Tokens } from "marked";
import { highlight } from "./highlight.ts";
import { escapeHtml } from "./html.ts";

/** The id the forge gives a heading, so that one link works there and here. */
const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

/** Links between the pages are written for the forge, as file names: `errors.md#no_face`. */
const pageLink = (href: string): string => href.replace(/^(?:\.\/)?([\w-]+)\.md(?=#|$)/, "/docs/guide/$1");

/** Whether a link leads to a file of the repository that this site does not serve. */
const isRepositoryFile = (href: string): boolean => href.startsWith("../");

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }: Tokens.Heading): string {
      const id = headingId(text.replaceAll("`", ""));
      const inner = this.parser.parseInline(tokens);
      const anchor = depth === 1 ? "" : `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
      return `<h${depth} id="${id}">${inner}${anchor}</h${depth}>\n`;
    },
    link({ href, tokens }: Tokens.Link): string {
      const inner = this.parser.parseInline(tokens);
      return isRepositoryFile(href) ? inner : `<a href="${escapeHtml(pageLink(href))}">${inner}</a>`;
    },
    codespan({ text }: Tokens.Codespan): string {
      // Long names may break where a reader would break them: tables have to fit on a phone.
      return `<code>${escapeHtml(text).replaceAll(/(?<=\w)[_/.](?=\w)/g, "$&<wbr>")}</code>`;
    },
    table(token: Tokens.Table): string {
      const cell = ({ tokens, header }: Tokens.TableCell): string => {
        const inner = this.parser.parseInline(tokens);
        // A header without a word heads nothing.
        const tag = header && inner !== "" ? "th" : "td";
        return `<${tag}>${inner}</${tag}>`;
      };
      const row = (cells: Tokens.TableCell[]): string => `<tr>${cells.map(cell).join("")}</tr>`;
      const table = `<table><thead>${row(token.header)}</thead><tbody>${token.rows.map(row).join("\n")}</tbody></table>`;
      // Reached by keyboard, because on a phone it scrolls sideways.
      return `<div class="table" tabindex="0" role="group">${table}</div>\n`;
    },
    code({ text, lang }: Tokens.Code): string {
      const label = lang ? ` data-language="${escapeHtml(lang)}"` : "";
      return `<div class="code"><pre tabindex="0"${label}><code>${highlight(text, lang)}</code></pre></div>\n`;
    },
    // The pages are ours and have no HTML but comments, which nobody needs to see.
    html: () => "",
  },
});

const plain = ({ text }: Tokens.Heading): string => text.replaceAll("`", "");

export interface RenderedPage {
  readonly title: string;
  readonly html: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
  /** The page part by part, each from its heading to the next, for the search. */
  readonly parts: readonly PagePart[];
}

export interface PagePart {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export function renderMarkdown(markdown: string): RenderedPage {
  const tokens = marked.lexer(markdown);
  const headings = tokens.filter(isHeading);
  const title = headings.find(({ depth }) => depth === 1);
  const sections = headings
    .filter(({ depth }) => depth === 2)
    .map((heading) => ({ id: headingId(plain(heading)), title: plain(heading) }));
  return {
    title: title ? plain(title) : "Selfsame",
    html: marked.parse(markdown, { async: false }),
    sections,
    parts: partsOf(tokens),
  };
}

const isHeading = (token: { readonly type: string }): token is Tokens.Heading => token.type === "heading";

function partsOf(tokens: readonly Token[]): PagePart[] {
  const parts: { id: string; title: string; text: string }[] = [];
  for (const token of tokens) {
    if (isHeading(token)) parts.push({ id: headingId(plain(token)), title: plain(token), text: "" });
    else if (token.type !== "html") (parts.at(-1) ?? { text: "" }).text += ` ${wordsOf(token.raw)}`;
  }
  return parts;
}

/** Markdown without its marks, as far as a search goes. */
const wordsOf = (raw: string): string =>
  raw
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/[`*|[\]]+|(?<=^|\n)[#>-]+ /g, " ")
    .replaceAll(/ -{2,}/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
