import type { ComponentChildren } from "preact";

/** The head of a view: its title, its purpose and its actions. */
export function PageHead({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead?: ComponentChildren;
  readonly children?: ComponentChildren;
}) {
  return (
    <header class="page-head">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {lead !== undefined && <p class="lead">{lead}</p>}
      </div>
      {children !== undefined && <div class="page-actions">{children}</div>}
    </header>
  );
}

/** A list of names and values, one per line. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Panel({
  title,
  lead,
  children,
  aside,
}: {
  readonly title: string;
  readonly lead?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly aside?: ComponentChildren;
}) {
  return (
    <section class="panel">
      <header class="panel-head">
        <div>
          <h2>{title}</h2>
          {lead !== undefined && <p class="hint">{lead}</p>}
        </div>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** An empty state: what will appear here, and how to create the first one. */
export function Empty({
  title,
  whole = false,
  children,
}: {
  readonly title: string;
  /** Whether it replaces a whole view, not a panel; its heading level then follows the view's heading. */
  readonly whole?: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <div class="empty">
      {whole ? <h2>{title}</h2> : <h3>{title}</h3>}
      <div class="prose">{children}</div>
    </div>
  );
}

export function Badge({
  tone = "plain",
  children,
}: {
  readonly tone?: "plain" | "good" | "warn" | "bad" | "accent" | undefined;
  readonly children: ComponentChildren;
}) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** A share of a whole. The words beside it say the same. */
export function Meter({ share, label }: { readonly share: number; readonly label: string }) {
  const tone = share >= 1 ? "bad" : share >= 0.8 ? "warn" : "";
  return (
    <div
      class={`meter ${tone}`}
      role="meter"
      aria-label={label}
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <div style={{ width: `${Math.min(100, share * 100)}%` }} />
    </div>
  );
}

/** Progress of a task that runs by itself. */
export function Progress({ share, label }: { readonly share: number; readonly label: string }) {
  const percent = Math.round(share * 100);
  return (
    <div
      class="meter"
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <div style={{ width: `${percent}%` }} />
    </div>
  );
}
