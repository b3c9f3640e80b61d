import { setTimeout } from "node:timers/promises";
import type { Config } from "@selfsame/server/config";
import { codeOf, createSmtp } from "@selfsame/server/features/mail/smtp";
import { ok, problem } from "./finding.ts";
import type { Finding } from "./finding.ts";

const verifyMs = 15_000;

const reasons: Readonly<Record<string, string>> = {
  ECERTUNTRUSTED: "has a certificate of an authority that this machine does not trust: name it in NODE_EXTRA_CA_CERTS",
  ECERTNAME: "has a certificate for another name: use the name that the certificate has",
  ECERTDATES: "has a certificate that has expired or is not valid yet",
  EAUTH: "rejects the user or the password",
  ETLS: "speaks no TLS that can be trusted",
  ETIMEDOUT: "did not answer in time",
  EDNS: "has a name that leads nowhere",
};

/** Connects and signs in to the mail server; sends no mail. */
export async function checkMail({ mail }: Config): Promise<Finding> {
  if (!mail) return ok("none: links are shown, to be passed on by hand");
  const { host } = new URL(mail.smtpUrl);
  const late = new AbortController();
  const tooLate = setTimeout(verifyMs, "ETIMEDOUT", { signal: late.signal }).catch(() => "ETIMEDOUT");
  const tried = createSmtp(mail)
    .verify()
    .then(() => undefined, codeOf);
  const code = await Promise.race([tried, tooLate]);
  late.abort();
  if (code === undefined) return ok(`${host} takes mail, from ${mail.from.address}`);
  const reason = reasons[code.split(" ")[0] ?? ""] ?? "cannot be reached, or speaks no SMTP";
  return problem(`${host} (SELFSAME_SMTP_URL) ${reason} (${code})`);
}
