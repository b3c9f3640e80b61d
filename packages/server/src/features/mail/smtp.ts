import { isIP } from "node:net";
import { hostname } from "node:os";
import type { Transporter } from "nodemailer";
import type { Sender } from "./address.ts";
import type { Composed } from "./compose.ts";

export interface MailSettings {
  /** smtp:// or smtps://, with user and password: a secret. */
  readonly smtpUrl: string;
  readonly from: Sender;
  /** URL of the service; also its name in the greeting to mail servers. */
  readonly publicUrl?: string | undefined;
}

/** Total time limit for a server, whatever it has done until then. */
export const sendMs = 30_000;

export interface Smtp {
  /** @throws the transport's error: see `isRejected` and `codeOf` */
  send(to: string, mail: Composed, signal: AbortSignal): Promise<void>;
  /** Connects and signs in without sending. @throws the transport's error */
  verify(): Promise<void>;
}

/** The server in SELFSAME_SMTP_URL. Passwords leave this machine only over TLS, and TLS is used wherever it is offered; certificates are verified. */
export function createSmtp({ smtpUrl, from, publicUrl }: MailSettings): Smtp {
  const url = new URL(smtpUrl);
  const secure = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const here = host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
  const auth = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  const name = greetingName(publicUrl, from);
  const options = {
    host,
    ...(name !== undefined && { name }),
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

/**
 * Name for the greeting. Servers on the internet reject one that is not fully qualified (RFC 5321, 4.1.1.1), and a container has only a short host name.
 * @returns undefined if no name is fully qualified
 */
function greetingName(publicUrl: string | undefined, from: Sender): string | undefined {
  const names = [publicUrl && new URL(publicUrl).hostname, hostname(), from.address.split("@").at(-1)];
  return names.find((name) => name !== undefined && name.includes(".") && isIP(name) === 0);
}

interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
  readonly message?: string;
}

/** nodemailer reports a failed handshake as a broken connection; the cause is in OpenSSL's text. */
const certificateFaults = [
  [/altnames/i, "ECERTNAME"],
  [/certificate (?:has expired|is not yet valid)/i, "ECERTDATES"],
  [/certificate|unable to get .*issuer/i, "ECERTUNTRUSTED"],
] as const;

/** Whether retries are useless: the server permanently rejects the address or the text. */
export function isRejected(error: unknown): boolean {
  const { code, responseCode = 0 } = error as SmtpError;
  return (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500;
}

/** For the log. Only the code: server messages may repeat addresses. */
export function codeOf(error: unknown): string {
  const { code = "unknown", responseCode, message = "" } = error as SmtpError;
  const fault = responseCode === undefined && certificateFaults.find(([pattern]) => pattern.test(message));
  if (fault) return fault[1];
  return responseCode === undefined ? code : `${code} ${responseCode}`;
}
