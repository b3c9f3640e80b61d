import type { ComponentChildren } from "preact";

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onClick?: ((event: MouseEvent) => void) | undefined;
  readonly kind?: "primary" | "plain" | "quiet" | "danger" | undefined;
  readonly type?: "button" | "submit" | undefined;
  readonly size?: "small" | "normal" | undefined;
  /** A request is pending: shows this and ignores further clicks. */
  readonly busy?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly label?: string | undefined;
  readonly title?: string | undefined;
  readonly autofocus?: boolean | undefined;
}

export function Button({
  children,
  kind = "plain",
  type = "button",
  size = "normal",
  busy,
  label,
  ...rest
}: ButtonProps) {
  const { onClick, disabled, title, autofocus } = rest;
  return (
    <button
      type={type}
      class={`button ${kind} ${size}`}
      aria-label={label}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      disabled={disabled}
      title={title}
      // For dialogs: the browser's own autofocus works at page load only.
      data-autofocus={autofocus || undefined}
      onClick={(event) => {
        if (!busy) return onClick?.(event);
        event.preventDefault();
      }}
    >
      {children}
    </button>
  );
}

/** A link styled as a button. It navigates and changes nothing. */
export function ButtonLink({
  href,
  children,
  kind = "plain",
  size = "normal",
  label,
  download,
}: {
  readonly href: string;
  readonly children: ComponentChildren;
  readonly kind?: "primary" | "plain" | "quiet" | undefined;
  readonly size?: "small" | "normal" | undefined;
  readonly label?: string | undefined;
  readonly download?: string | undefined;
}) {
  return (
    <a class={`button ${kind} ${size}`} href={href} aria-label={label} {...(download !== undefined && { download })}>
      {children}
    </a>
  );
}
