import { Marked, type Token, type Tokens } from "marked";
import { highlight } from "./highlight.ts";
import { escapeHtml } from "./html.ts";
import { tabsExtension, withTabs } from "./tabs.ts";

/** The id the forge gives a heading, so that one link works there and here. */
const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

/** Where a link or a picture leads on the site; undefined: to what the site does not have. */
export type LinkOf = (href: string) => string | undefined;

const markedFor = (linkOf: LinkOf, ids: HeadingIds): Marked =>
  new Marked({
    extensions: [tabsExtension],
    renderer: {
      heading(heading: Tokens.Heading): string {
        const { depth, tokens } = heading;
        const id = ids.get(heading);
        const inner = this.parser.parseInline(tokens);
        const anchor = depth === 1 ? "" : `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
        return `<h${depth} id="${id}">${inner}${anchor}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const inner = this.parser.parseInline(tokens);
        const link = linkOf(href);
        return link === undefined ? inner : `<a href="${escapeHtml(link)}">${inner}</a>`;
      },
      image({ href, text }: Tokens.Image): string {
        const link = linkOf(href);
        return link === undefined
          ? escapeHtml(text)
          : `<img src="${escapeHtml(link)}" alt="${escapeHtml(text)}" loading="lazy">`;
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
      // The only HTML in our pages is comments, which are not shown.
      html: () => "",
    },
  });

const plain = ({ text }: Tokens.Heading): string => text.replaceAll("`", "");

export interface RenderedPage {
  readonly title: string;
  readonly html: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
  /** What headings can be linked by. */
  readonly ids: ReadonlySet<string>;
  /** Of links and pictures, as they are written. */
  readonly links: readonly string[];
  /** The page part by part, each from its heading to the next, for the search. */
  readonly parts: readonly PagePart[];
}

interface PagePart {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export function renderMarkdown(markdown: string, linkOf: LinkOf): RenderedPage {
  const tokens = withTabs(new Marked().lexer(markdown));
  const headings = tokens.filter(isHeading);
  const ids = idsOf(headings);
  const marked = markedFor(linkOf, ids);
  const title = headings.find(({ depth }) => depth === 1);
  const sections = headings
    .filter(({ depth }) => depth === 2)
    .map((heading) => ({ id: ids.get(heading) ?? "", title: plain(heading) }));
  const links: string[] = [];
  void marked.walkTokens(tokens, (token) => {
    if (isLink(token)) links.push(token.href);
  });
  const html = marked.parser(tokens);
  return {
    title: title ? plain(title) : "Selfsame",
    html,
    ids: new Set(ids.values()),
    links,
    sections,
    parts: partsOf(tokens, ids),
  };
}

/** Ids by heading, as the forge gives them: the second heading of one text gets `-1`. */
type HeadingIds = ReadonlyMap<Tokens.Heading, string>;

function idsOf(headings: readonly Tokens.Heading[]): HeadingIds {
  const counts = new Map<string, number>();
  const ids = new Map<Tokens.Heading, string>();
  for (const heading of headings) {
    const id = headingId(plain(heading));
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    ids.set(heading, count === 0 ? id : `${id}-${count}`);
  }
  return ids;
}

const isHeading = (token: { readonly type: string }): token is Tokens.Heading => token.type === "heading";

const isLink = (token: { readonly type: string }): token is Tokens.Link | Tokens.Image =>
  token.type === "link" || token.type === "image";

function partsOf(tokens: readonly Token[], ids: HeadingIds): PagePart[] {
  const parts: { id: string; title: string; text: string }[] = [];
  for (const token of tokens) {
    if (isHeading(token)) parts.push({ id: ids.get(token) ?? "", title: plain(token), text: "" });
    else if (token.type !== "html") (parts.at(-1) ?? { text: "" }).text += ` ${wordsOf(token.raw)}`;
  }
  return parts;
}

/** Markdown without its marks, as far as a search goes. */
const wordsOf = (raw: string): string =>
  raw
    .replaceAll(/!(?=\[)|(?<=\])\([^)]*\)/g, "")
    .replaceAll(/[`*|[\]]+|(?<=^|\n)[#>-]+ /g, " ")
    .replaceAll(/ -{2,}/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
