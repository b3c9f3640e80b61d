import { isIP } from "node:net";
import type { Transporter } from "nodemailer";
import type { Sender } from "./address.ts";
import type { Composed } from "./compose.ts";

export interface MailSettings {
  /** smtp:// or smtps://, with user and password: a secret. */
  readonly smtpUrl: string;
  readonly from: Sender;
}

/** A server that takes mail and then says nothing is given up after this long, whatever it did before. */
export const sendMs = 30_000;

export interface Smtp {
  /** @throws the transport's error: see `isRejected` and `codeOf` */
  send(to: string, mail: Composed, signal: AbortSignal): Promise<void>;
  /** Connects and signs in, and sends nothing. @throws the transport's error */
  verify(): Promise<void>;
}

/**
 * The server that SELFSAME_SMTP_URL names. Beyond this machine a password goes over TLS only, and TLS is taken where it is offered;
 * certificates are checked.
 */
export function createSmtp({ smtpUrl, from }: MailSettings): Smtp {
  const url = new URL(smtpUrl);
  const secure = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const here = host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
  const auth = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  const options = {
    host,
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    ignoreTLS: here,
    requireTLS: !here && auth.user !== "",
    ...(auth.user !== "" && { auth }),
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  let opened: Transporter | undefined;
  const transport = async () => (opened ??= (await import("nodemailer")).createTransport(options));
  return {
    send: async (to, { subject, text, html }, signal) => {
      // Not as text, which would be parsed.
      const message = { from, to: { name: "", address: to }, subject, text, html };
      await (await transport()).sendMail({ ...message, headers: { "Auto-Submitted": "auto-generated" }, signal });
    },
    verify: async () => {
      await (await transport()).verify();
    },
  };
}

interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
}

/** Whether retries are useless: the server rejects the address or the text for good. */
export function isRejected(error: unknown): boolean {
  const { code, responseCode = 0 } = error as SmtpError;
  return (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500;
}

/** For the log: what servers say beside their codes may repeat addresses. */
export function codeOf(error: unknown): string {
  const { code = "unknown", responseCode } = error as SmtpError;
  return responseCode === undefined ? code : `${code} ${responseCode}`;
}
