import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and parts as received. */
  readonly raw: string;
  /** The decoded parts. */
  readonly text: string;
}

export const mailPassword = "p%ss wörd";

/**
 * For tests: a mail server that stores what it accepts and rejects `nobody@...`. It uses TLS only with a certificate. @param port any free one by
 * default
 */
export async function startMailServer(
  t: { after(end: () => Promise<void>): void },
  port = 0,
  tls?: { readonly key: Buffer; readonly cert: Buffer },
) {
  const taken: TakenMail[] = [];
  const greetings: string[] = [];
  let asked = 0;
  const server = new SMTPServer({
    ...(tls ?? { disabledCommands: ["STARTTLS"] }),
    allowInsecureAuth: true,
    authOptional: true,
    logger: false,
    onAuth: ({ password = "" }, _session, done) => {
      if (password === mailPassword) done(null, { user: "faces" });
      else done(new Error("no"));
    },
    onRcptTo: ({ address }, _session, done) => {
      asked++;
      const refusal = Object.assign(new Error(`Nobody at ${address}`), { responseCode: 550 });
      done(address.startsWith("nobody@") ? refusal : null);
    },
    onData: (stream, { envelope, hostNameAppearsAs }, done) => {
      greetings.push(hostNameAppearsAs);
      const take = async () => {
        const bytes = await buffer(stream);
        const raw = bytes.toString("latin1");
        const from = envelope.mailFrom === false ? "" : (envelope.mailFrom?.address ?? "");
        taken.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw, text: decoded(raw) });
        done();
      };
      void take();
    },
  });
  const listening = server.listen(port, "127.0.0.1");
  await once(listening, "listening");
  t.after(() => new Promise<void>((resolve) => server.close(resolve)));
  const address = listening.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${address.port}`, port: address.port, taken, greetings, asked: () => asked };
}

/** Decodes quoted-printable, the encoding of mails in Latin script. */
function decoded(raw: string): string {
  const bytes = raw
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
