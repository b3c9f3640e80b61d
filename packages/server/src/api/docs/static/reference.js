// Nothing here may reach another host: not for fonts, not for telemetry, not to send a try-out through a proxy.
globalThis.Scalar.createApiReference("#reference", {
  url: "/openapi.json",
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
