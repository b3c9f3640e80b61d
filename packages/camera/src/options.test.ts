import assert from "node:assert/strict";
import { test } from "node:test";
import { type CaptureOptions, checkOptions } from "./options.ts";

const all: Required<CaptureOptions> = {
  publicKey: "ss_pk_a",
  nonce: "n",
  challenge: true,
  service: { start: () => assert.fail(), complete: () => assert.fail() },
  language: "fr",
  texts: {},
  facingMode: "user",
  timeoutMs: 1,
  intro: { text: "Hello", privacyUrl: "https://a" },
  container: { nodeType: 1 } as HTMLElement,
  onHint: () => {},
};

test("every option is known", () => {
  checkOptions(all);
  checkOptions({});
  checkOptions({ intro: true });
});

test("an option that is not known is a TypeError that names the one that was meant", () => {
  const refused = (options: object, message: string) =>
    assert.throws(() => checkOptions(options), { name: "TypeError", message });
  for (const name of Object.keys(all)) {
    refused({ ...all, [`${name}x`]: undefined }, `Unknown option '${name}x'. Did you mean '${name}'?`);
  }
  refused({ chalenge: true }, "Unknown option 'chalenge'. Did you mean 'challenge'?");
  refused({ public_key: "ss_pk_a" }, "Unknown option 'public_key'. Did you mean 'publicKey'?");
  refused({ intro: { privacyURL: "https://a" } }, "Unknown option 'privacyURL'. Did you mean 'privacyUrl'?");
  refused({ colour: "red" }, `Unknown option 'colour'. There are: ${Object.keys(all).join(", ")}`);
});

test("an option of another kind is a TypeError that says what it has to be", () => {
  const refused = (options: object, message: string) =>
    assert.throws(() => checkOptions(options), { name: "TypeError", message });
  refused({ language: 5 }, "Option 'language' has to be: string");
  refused({ container: null }, "Option 'container' has to be: element");
  refused({ container: "#camera" }, "Option 'container' has to be: element");
  refused({ container: {} }, "Option 'container' has to be: element");
  refused({ onHint: "say" }, "Option 'onHint' has to be: function");
  refused({ intro: "Hello" }, "Option 'intro' has to be: boolean or object");
  refused({ intro: { text: 1 } }, "Option 'text' has to be: string");
});

test("a challenge without a public key is a TypeError", () => {
  for (const options of [{ challenge: true }, { challenge: true, publicKey: "" }]) {
    assert.throws(() => checkOptions(options), {
      name: "TypeError",
      message: "'challenge' needs a 'publicKey'",
    });
  }
  checkOptions({ challenge: false });
  checkOptions({ challenge: true, service: all.service });
});
