import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Icon, type IconName } from "./icons.tsx";
import type { Shown } from "./shown.ts";

interface CardProps {
  readonly sign?: ComponentChildren;
  readonly title: string;
  readonly lead?: string | undefined;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
}

/** One step: what it is, its text and its actions, in that order on the page and for screen readers. */
export function Card({ sign, title, lead, children, actions }: CardProps) {
  return (
    <>
      <div class="step">
        {sign}
        {/* Receives the focus when the step appears, so that screen readers read it. */}
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p class="lead">{lead}</p>}
        {children}
      </div>
      {actions && <div class="actions">{actions}</div>}
    </>
  );
}

interface ButtonProps {
  readonly kind?: "main" | "second" | "quiet";
  readonly icon?: IconName;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

export function Button({ kind = "main", icon, onClick, children }: ButtonProps) {
  return (
    <button type="button" class={`button ${kind}`} onClick={onClick}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A link back to the account, if there is one; otherwise a note that the page can be closed. */
export function WayBack(shown: Parameters<typeof LeaveButton>[0]) {
  return shown.leave ? <LeaveButton {...shown} /> : <p class="note">{shown.say("close_page")}</p>;
}

/** A link back to the account, if there is one. */
export function LeaveButton({ leave, say, kind = "main" }: Shown & { readonly kind?: "main" | "second" | "quiet" }) {
  if (!leave) return null;
  if (leave.kind === "dialog") {
    return (
      <Button kind={kind} onClick={() => leave.close()}>
        {say("close")}
      </Button>
    );
  }
  return (
    <a class={`button ${kind}`} href={leave.href}>
      {say("back")}
    </a>
  );
}

export function Spinner() {
  return <span class="spinner" aria-hidden="true" />;
}

/** Copies the link, so that the person can open it in a better browser. */
export function CopyLink({
  url,
  say,
  kind = "quiet",
}: Pick<Shown, "say"> & { url: string; kind?: "second" | "quiet" }) {
  const [copied, setCopied] = useState<"no" | "yes" | "by_hand">("no");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied("yes");
    } catch {
      // Browsers within apps often have no clipboard.
      setCopied("by_hand");
    }
  };
  if (copied === "by_hand") {
    return (
      <input
        class="field"
        readOnly
        value={url}
        aria-label={say("copy_link")}
        ref={(field) => field?.select()}
        onFocus={(event) => event.currentTarget.select()}
      />
    );
  }
  return (
    <>
      <Button kind={kind} icon={copied === "yes" ? "check" : "link"} onClick={() => void copy()}>
        {say(copied === "yes" ? "link_copied" : "copy_link")}
      </Button>
      <span class="visually-hidden" role="status">
        {copied === "yes" && say("link_copied")}
      </span>
    </>
  );
}
