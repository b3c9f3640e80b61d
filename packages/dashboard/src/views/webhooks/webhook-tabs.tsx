/** Tabs of two views. They are links, since each view has its own address. */
export function WebhookTabs({ at }: { readonly at: "endpoints" | "events" }) {
  return (
    <nav class="view-tabs" aria-label="Webhooks">
      <a href="#/webhooks" aria-current={at === "endpoints" ? "page" : undefined}>
        Endpoints
      </a>
      <a href="#/webhooks/events" aria-current={at === "events" ? "page" : undefined}>
        Events
      </a>
    </nav>
  );
}
