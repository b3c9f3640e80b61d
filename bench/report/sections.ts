const head = (kind: string) => `## ${kind}\n`;

/**
 * Updates a page that has an introduction and one section for each kind of machine.
 * @param page the old text; "" if there is none
 * @returns the page with this kind's section replaced and the others unchanged
 */
export function withSection(page: string, introduction: string, kind: string, section: string): string {
  const [, ...before] = page.split(/^(?=## )/m);
  const written = `${head(kind)}\n${section.trim()}\n`;
  const sections = before.map((one) => (one.startsWith(head(kind)) ? written : `${one.trim()}\n`));
  if (!before.some((one) => one.startsWith(head(kind)))) sections.push(written);
  return [`${introduction.trim()}\n`, ...sections].join("\n");
}
