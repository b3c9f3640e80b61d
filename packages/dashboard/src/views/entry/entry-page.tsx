import { pathTo } from "@selfsame/verify-page/here/service-path";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

/** Layout of the pages before sign-in. */
export function EntryPage({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  useEffect(() => {
    document.title = `${title} · Selfsame`;
  }, [title]);
  return (
    <main class="entry">
      <div class="entry-card">
        <div class="brand">
          <img src={pathTo("/icon.svg")} alt="" width="26" height="26" />
          Selfsame
        </div>
        <h1>{title}</h1>
        {lead !== undefined && <p class="lead">{lead}</p>}
        {children}
      </div>
      <p class="entry-foot">
        <a href={pathTo("/docs/guide")}>Guide</a>
        <a href={pathTo("/docs")}>API reference</a>
        <a href={pathTo("/demo/camera-v3")}>Camera demo</a>
      </p>
    </main>
  );
}
