const service = new URL("..", import.meta.url).href.replace(/\/$/, "");
// The samples name an address to be replaced: here it is the one that this page came from.
const text = await (await fetch(new URL("../openapi.json", import.meta.url))).text();

// Nothing here may reach another host: not for fonts, not for telemetry, not to send a try-out through a proxy.
globalThis.Scalar.createApiReference("#reference", {
  content: text.replaceAll("http://127.0.0.1:3000", service),
  layout: "modern",
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: "",
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
  // The document brings its own, which tests run; generated ones fill in every optional part.
  hiddenClients: true,
  authentication: { preferredSecurityScheme: "privateKey" },
  hideModels: true,
  documentDownloadType: "direct",
  metaData: { title: "API reference · Selfsame" },
});
