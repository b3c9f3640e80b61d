/** On the hosted page: the person's copy of their consent, and its withdrawal. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { noBrowser } from "../testing/browser/browser.ts";
import { sharedBrowser } from "../testing/browser/shared-browser.ts";
import { openPerson, phone, press, reached, startSessionServer } from "../testing/session-page.ts";

const service = await startSessionServer();
after(() => service.stop());

const words = "أوافق على مقارنة وجهي 1 < 2 && {name} &lt;b&gt; <3";

/** Stores the account's own consent text, as German whatever its language. */
async function setWords(text: string): Promise<void> {
  const printed = await service.running().command(["keys", "create", "Texts"]);
  const answer = await fetch(`${service.running().url}/api/v3/consent_texts`, {
    method: "POST",
    headers: { authorization: `Bearer ${/ss_sk_\w+/.exec(printed)?.[0]}`, "content-type": "application/json" },
    body: JSON.stringify({ de: { text } }),
  });
  assert.equal(answer.status, 200, await answer.text());
}

test(
  "a person keeps a copy of what they agreed to, and takes it back after a question",
  { skip: noBrowser },
  async (t) => {
    await setWords("Ich willige ein.");
    const { id, url } = await service.create({ locale: "de" });
    const { page, complaints } = await openPerson(await sharedBrowser(), { ...phone, acceptDownloads: true });
    t.after(() => page.context().close());
    await page.goto(url);
    await reached(page, "welcome");
    assert.equal(await page.locator(".consent-links").count(), 0, "nothing to take back yet");
    const asked = page.locator(".own-consent blockquote");
    assert.equal(await asked.innerText(), "Ich willige ein.");
    await setWords(words);
    await page.locator(".button.main").click();
    await page.locator(".note[role=alert]").waitFor();
    await reached(page, "welcome");
    assert.equal(await asked.innerText(), words, "as it was typed, whatever is in it");
    assert.equal(await asked.evaluate((element) => getComputedStyle(element).direction), "rtl");
    assert.match(await page.locator(".own-consent figcaption").innerText(), /^In den Worten von 127\.0\.0\.1:$/);
    if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/own.png`, fullPage: true });
    await page.locator(".button.main").click();
    await reached(page, "simulating");
    const copy = page.waitForEvent("download");
    await press(page, "Kopie Ihrer Einwilligung");
    const file = await copy;
    assert.equal(file.suggestedFilename(), `consent-${id}.json`);
    const receipt = JSON.parse(await readFile(await file.path(), "utf8"));
    assert.deepEqual([receipt["dct:conformsTo"], receipt["dct:language"]], ["dpv-27560:receipt", "de"]);
    const [notice] = receipt["dpv:hasNotice"];
    assert.deepEqual([notice["dct:description"], notice["dpv:hasIdentifier"]], [words, "account-2"]);

    await press(page, "Einwilligung widerrufen");
    await press(page, "Prüfung fortsetzen");
    assert.equal((await service.read(id)).status, "started");
    await press(page, "Einwilligung widerrufen");
    if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/withdraw.png` });
    await press(page, "Einwilligung widerrufen");
    await reached(page, "withdrawn");
    if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/withdrawn.png` });
    assert.equal((await service.read(id)).status, "cancelled");
    await page.reload();
    await reached(page, "withdrawn");
    assert.deepEqual(complaints, []);
  },
);
