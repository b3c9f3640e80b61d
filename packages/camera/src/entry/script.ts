/**
 * The URL of the classic script that runs now. Only while it is first evaluated does the browser know it; a script that was put
 * there in another way (as a module, by a loader that evaluates text) is looked for by its name.
 */
export function runningScript(name: string): string {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement && currentScript.src) return currentScript.src;
  const scripts = [...document.querySelectorAll<HTMLScriptElement>("script[src]")];
  return scripts.find(({ src }) => new URL(src).pathname.endsWith(`/${name}`))?.src ?? location.href;
}
