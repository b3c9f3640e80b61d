declare module "*.css?inline" {
  /** The CSS text, minified by the build. */
  const css: string;
  // Vite gives it as the default export.
  // oxlint-disable-next-line import/no-default-export
  export default css;
}
