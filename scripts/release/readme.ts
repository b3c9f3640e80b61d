/** A README for a registry's page: links to files outside the package become plain text. */
export const publishedReadme = (text: string): string => text.replaceAll(/\[([^\]]+)\]\(\.\.?\/[^)]+\)/g, "$1");

const needed: Readonly<Record<string, RegExp>> = {
  "a title": /^# \S/,
  "what it is, before the first heading": /^# [^\n]+\n+[A-Z][^#]{40,}/,
  "how to install it": /\b(?:npm install|pip install|npx) \S+/,
  "an example": /^```\w+\n[\s\S]+?^```$/m,
  "where the server comes from": /npx selfsame serve/,
  "where the documentation is": /\/docs\/guide/,
  "its license": /\b(?:Apache-2\.0|MIT)\b/,
};

/** What the registry's page lacks for a new reader. @param text as it is published */
export const readmeProblems = (text: string): readonly string[] => [
  ...Object.entries(needed).flatMap(([what, form]) => (form.test(text) ? [] : [`it lacks ${what}`])),
  ...[...text.matchAll(/\]\((?!https?:|#|mailto:)([^)]+)\)/g)].map(
    ([, link]) => `its link ${link} leads nowhere there`,
  ),
];
