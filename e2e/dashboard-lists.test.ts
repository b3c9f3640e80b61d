import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { violations } from "../testing/browser/axe.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { cutOff } from "../testing/cut-off.ts";
import { dialogGone, heading, owner, useDashboard } from "../testing/dashboard.ts";

describe("lists of the dashboard, and finding anything", { skip: noBrowser }, () => {
  const dashboard = useDashboard();

  const fits = async (page: Page) => {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual([await violations(page), await cutOff(page)], [[], []], `at ${width}`);
    }
  };
  const call = async (requestId: string, path = "sessions") => {
    const { url, privateKey } = dashboard.server;
    const headers = { authorization: `Bearer ${privateKey}`, "x-request-id": requestId };
    await fetch(`${url}/api/v3/${path}`, { headers });
  };
  const { post } = dashboard;

  test("requests are found, sorted, narrowed and exported, and the address keeps it all", async (t) => {
    const page = await dashboard.openAsOwner(t, "requests?mode=live", { timezoneId: "Asia/Kathmandu" });
    for (const id of ["run-1", "run-2", "other-1"]) await call(id);
    await call("run-3", "sessions/vs_unknown");
    const row = (id: string) => page.getByRole("row", { name: new RegExp(id) });
    await row("other-1").waitFor();
    await row("run-3").filter({ hasText: "session not found" }).waitFor();
    await fits(page);

    await page.getByLabel("Search by request id").fill("run-");
    await row("other-1").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Took", exact: true }).click();
    await page.locator('th[aria-sort="descending"]', { hasText: "Took" }).waitFor();
    await page.getByRole("button", { name: "Took", exact: true }).click();
    await page.getByLabel("Time").selectOption("hour");
    assert.match(page.url(), /q=run-&sort=duration_ms&since=hour/);
    // A stored link with the column name of earlier versions.
    await page.goto(page.url().replace("sort=duration_ms", "sort=took"));
    await page.reload();
    await page.locator('th[aria-sort="ascending"]', { hasText: "Took" }).waitFor();
    assert.equal(await page.getByLabel("Search by request id").inputValue(), "run-");
    assert.equal(await page.getByRole("row").count(), 4, "a head and three");

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export as CSV" }).click();
    const file = await download;
    assert.match(file.suggestedFilename(), /^requests-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await text(await file.createReadStream())).replace("\u{FEFF}", "").split("\r\n");
    assert.ok(lines[0]?.startsWith("time,request_id,route,status,outcome,code"));
    assert.deepEqual(
      lines
        .slice(1, -1)
        .map((line) => line.split(",")[1] ?? "")
        .toSorted((a, b) => a.localeCompare(b)),
      ['"run-1"', '"run-2"', '"run-3"'],
    );
    await page.getByText("The file has 3 rows.").waitFor();

    await page.getByLabel("Time").selectOption("between");
    await page.getByLabel(/^From \(Asia\/Ka/).fill("2026-11-25T05:45");
    await page.waitForURL(/from=2026-11-25T00%3A00Z/);
    await fits(page);
    await page.getByLabel(/^To \(Asia\/Ka/).fill("2026-11-25T05:46");
    await page.getByText("No request matches").waitFor();
    await fits(page);
    await page.getByRole("button", { name: "Show all requests" }).click();
    await row("other-1").waitFor();
    assert.doesNotMatch(page.url(), /q=|from=|to=/);
  });

  test("short lists are filtered, sorted and exported in the page", async (t) => {
    const page = await dashboard.openAsOwner(t, "keys");
    await post(page, "api/v3/keys", { name: "=HYPERLINK(1)", kind: "private" });
    await post(page, "api/v3/keys", { name: "Alpha", kind: "test" });
    await page.reload();
    const names = () => page.locator("tbody .strong").allInnerTexts();
    await page.getByRole("row", { name: /Alpha/ }).waitFor();
    await page.getByRole("button", { name: "Name", exact: true }).click();
    await page.waitForURL(/sort=name/);
    assert.deepEqual((await names()).slice(0, 2), ["=HYPERLINK(1)", "Alpha"]);
    await page.getByLabel("Kind").selectOption("test");
    await page.getByRole("row", { name: /HYPERLINK/ }).waitFor({ state: "detached" });
    await page.getByLabel("Kind").selectOption("private");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export as CSV" }).click();
    const file = await text(await (await download).createReadStream());
    assert.match(file, /"'=HYPERLINK\(1\)"/);
    assert.doesNotMatch(file, /Alpha/);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByLabel("Sort by").selectOption({ label: "Name, descending" });
    await page.waitForURL(/sort=-name/);
    assert.equal((await names()).at(-1), "=HYPERLINK(1)");

    await dashboard.go(page, "team");
    await page.getByLabel("Search members").fill("owner@");
    await page.getByRole("row", { name: /owner@example.com/ }).waitFor();
    await page.getByLabel("Filter by role").selectOption("viewer");
    await page.getByText("No member matches").waitFor();
    await fits(page);
    await dashboard.go(page, "people");
    await page.getByLabel("Kind").selectOption("not_proven");
    await page.getByText("Nobody matches").waitFor();
    await page.getByRole("button", { name: "Show everybody" }).click();
    await page.getByLabel("Time").selectOption("hour");
    await page.getByRole("row", { name: /owner@example.com/ }).waitFor();
    await page.waitForURL(/since=hour/);
    await fits(page);
    await dashboard.go(page, "accounts");
    await page.getByLabel("State").selectOption("closed");
    await page.getByText("No account matches").waitFor();
    await page.getByRole("button", { name: "Show all accounts" }).click();
    await page.getByRole("button", { name: "This month" }).click();
    await page.waitForURL(/sort=-month/);
    await page.getByRole("row", { name: /yours/ }).waitFor();
    await fits(page);
    await dashboard.go(page, "audit");
    await page.getByLabel("What").fill("Key created");
    await page
      .getByRole("row", { name: /Key created/ })
      .first()
      .waitFor();
    await page.waitForURL(/action=Key\+created/);
    await fits(page);
    await page.getByRole("button", { name: "When", exact: true }).click();
    await page.waitForURL(/sort=time/);
    // By default the list shows changes, each with its team.
    const { url } = dashboard.server;
    const rejected = { data: { email: owner.email, password: "not the password" }, headers: { origin: url } };
    assert.equal((await page.request.post(`${url}/api/dashboard/sign-in`, rejected)).status(), 401);
    await dashboard.go(page, "audit");
    const log = page.getByRole("table", { name: "Audit log" });
    await log.getByRole("link", { name: owner.email }).first().waitFor();
    const signIns = log.getByRole("row", { name: /^Sign in failed/ });
    assert.equal(await signIns.count(), 0);
    await page.getByText("Sign-ins and access", { exact: true }).click();
    await page.waitForURL(/show=access/);
    await signIns.first().waitFor();
    assert.equal(await log.getByRole("row", { name: /^Key created/ }).count(), 0);
    await fits(page);
  });

  test("the palette leads to what an id, an address, a key or a code names", async (t) => {
    const page = await dashboard.openAsOwner(t, "", { reducedMotion: "reduce" });
    const made = await post<{ id: string }>(page, "api/v3/sessions?mode=test", { external_id: "customer-1207" });
    const { secret, ...key } = await post<{ id: string; secret: string }>(page, "api/v3/keys", {
      name: "Nightly",
      kind: "private",
    });
    await call("trace-0042");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const find = async (searched: string, option: RegExp) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "View, command" }).fill(searched);
      await page.getByRole("option", { name: option }).first().click();
      await dialogGone(page);
    };
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "View, command" }).fill("customer-12");
    await page.getByRole("option", { name: /customer-1207.*Session · open/ }).waitFor();
    await fits(page);
    await page.keyboard.press("Enter");
    await heading(page, "Session");
    assert.ok(page.url().includes(made.id));
    await find(made.id, /Session/);
    await find("owner@exam", /Member · owner/);
    await heading(page, "Team");
    await page.getByRole("row", { name: /owner@example.com/ }).waitFor();
    await post(page, "accounts", { email: "ana@shop.example", plan: "free", name: "Bücher Graz" });
    await find("bücher", /Bücher Graz.*Account/);
    await heading(page, "Accounts");
    await page.getByRole("row", { name: /Bücher Graz/ }).waitFor();
    await find("no face", /no_face.*Requests with the error/);
    await page.waitForURL(/requests\?outcome=no_face/);
    await find(secret, /Nightly.*Key/);
    await page.waitForURL(new RegExp(`keys\\?show=all&q=${key.id}`));
    await page.getByRole("row", { name: /Nightly/ }).waitFor();
    assert.ok(!asked.some((url) => url.includes(secret.slice(0, 20))), "a key stays in the page");
    await find("trace-00", /trace-0042.*Request/);
    await page.getByRole("row", { name: /trace-0042/ }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "View, command" }).fill("zzzz-nothing");
    await page.getByText("Nothing found.").waitFor();
    assert.deepEqual(await violations(page), []);
  });

  test("the script of the first view is at most 60 KB", () => {
    const dist = new URL("../packages/dashboard/dist/", import.meta.url);
    const page = readFileSync(new URL("index.html", dist), "utf8");
    const scripts = [...page.matchAll(/(?:src|href)="\/?([^"]+\.js)"/g)].map(([, path]) => path ?? "");
    assert.ok(scripts.length > 0);
    const bytes = scripts.map((path) => readFileSync(new URL(`${path}.br`, dist)).length);
    assert.ok(bytes.reduce((sum, size) => sum + size, 0) <= 60 * 1024, bytes.join());
  });
});
