/**
 * Resolves a path as the documentation writes it: `photo/` and `platform/` are packages, from their `src` on, and others are in the server's `src`.
 * @returns a path relative to the root; unchanged if it names a folder of the root
 */
export function sourcePath(path: string): string {
  if (/^(?:packages|e2e|scripts)\//.test(path)) return path;
  const [, name, rest] = /^(photo|platform)\/(.*)$/.exec(path) ?? [];
  return name === undefined ? `packages/server/src/${path}` : `packages/${name}/src/${rest}`;
}
