/** On the hosted page: the person's copy of their consent, and taking it back. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { noBrowser } from "../testing/browser/browser.ts";
import { sharedBrowser } from "../testing/browser/shared-browser.ts";
import { openPerson, phone, press, reached, startSessionServer } from "../testing/session-page.ts";

const service = await startSessionServer();
after(() => service.stop());

test(
  "a person keeps a copy of what they agreed to, and takes it back after a question",
  { skip: noBrowser },
  async (t) => {
    const { id, url } = await service.create({ locale: "de" });
    const { page, complaints } = await openPerson(await sharedBrowser(), { ...phone, acceptDownloads: true });
    t.after(() => page.context().close());
    await page.goto(url);
    await reached(page, "welcome");
    assert.equal(await page.locator(".consent-links").count(), 0, "nothing to take back yet");
    await page.locator(".button.main").click();
    await reached(page, "simulating");
    const copy = page.waitForEvent("download");
    await press(page, "Kopie Ihrer Einwilligung");
    const file = await copy;
    assert.equal(file.suggestedFilename(), `consent-${id}.json`);
    const receipt = JSON.parse(await readFile(await file.path(), "utf8"));
    assert.deepEqual([receipt["dct:conformsTo"], receipt["dct:language"]], ["dpv-27560:receipt", "de"]);
    assert.match(receipt["dpv:hasNotice"][0]["dct:description"], /\S/);

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
