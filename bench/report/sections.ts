const head = (kind: string) => `## ${kind}\n`;

/**
 * A page of one section a kind of machine, after an introduction.
 * @param page as it was; "" where there was none
 * @returns with this kind's section written anew and everybody else's as it was
 */
export function withSection(page: string, introduction: string, kind: string, section: string): string {
  const [, ...before] = page.split(/^(?=## )/m);
  const written = `${head(kind)}\n${section.trim()}\n`;
  const sections = before.map((one) => (one.startsWith(head(kind)) ? written : `${one.trim()}\n`));
  if (!before.some((one) => one.startsWith(head(kind)))) sections.push(written);
  return [`${introduction.trim()}\n`, ...sections].join("\n");
}
