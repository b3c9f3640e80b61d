import { codeAt, stepAt } from "../src/accounts/people/factors/totp.ts";
import { browserOf } from "./browser-cookies.ts";
import { ownerEmail, ownerPassword, startDashboard } from "./dashboard-harness.ts";
import { softwarePasskey } from "./software-passkey.ts";

type Browser = ReturnType<typeof browserOf>;

async function challengeOf(browser: Browser, route: string): Promise<string> {
  return (await browser.ask(route)).body.options.challenge;
}

/** A dashboard, and what people do there with passkeys and authenticator apps. */
export async function startFactors(...given: Parameters<typeof startDashboard>) {
  const dashboard = await startDashboard(...given);
  const { ask, setupSecret, now } = dashboard;
  const open = (): Browser => browserOf(ask);
  const own = { email: ownerEmail, password: ownerPassword };

  /** A browser in which the owner is signed in. */
  const claim = async (): Promise<Browser> => {
    const browser = open();
    await browser.ask("POST /setup", { secret: setupSecret, ...own });
    return browser;
  };
  const addPasskey = async (browser: Browser, key = softwarePasskey(), name = "phone") => {
    const passkey = key.make({ challenge: await challengeOf(browser, "POST /passkeys/options") });
    return { key, answer: await browser.ask("POST /passkeys", { name, passkey }) };
  };
  const signInBy = async (
    browser: Browser,
    key: ReturnType<typeof softwarePasskey>,
    more: Partial<Parameters<typeof key.use>[0]> = {},
  ) => {
    const challenge = await challengeOf(browser, "POST /sign-in/passkey/options");
    return browser.ask("POST /sign-in/passkey", { passkey: key.use({ challenge, ...more }) });
  };
  /** @returns a function for codes, this many steps of 30 seconds from now */
  const addApp = async (browser: Browser) => {
    const { secret } = (await browser.ask("POST /authenticator-app")).body;
    const code = (away = 0) => codeAt(fromBase32(secret), stepAt(now()) + away);
    const answer = await browser.ask("POST /authenticator-app/finish", { code: code(-1) });
    return { code, answer, secret: secret as string, recoveryCodes: (answer.body.recoveryCodes ?? []) as string[] };
  };
  const signIn = (browser: Browser, headers: object = {}) => browser.ask("POST /sign-in", own, headers);
  return { ...dashboard, own, open, claim, challengeOf, addPasskey, signInBy, addApp, signIn };
}

/** Decodes Base32 as an app does for a typed secret. */
export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (sign) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign).toString(2).padStart(5, "0"),
  );
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
