/** Two views of one subject: links, since each has an address of its own. */
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
