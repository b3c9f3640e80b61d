import { chromium } from "playwright-core";
const [, , base, out, ...paths] = process.argv;
const b = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking"],
});
const seen = new Set();
for (const [name, width, height, scheme] of [
  ["phone", 390, 844, "light"],
  ["laptop", 1360, 900, "dark"],
  ["laptop-light", 1360, 900, "light"],
]) {
  const c = await b.newContext({ viewport: { width, height }, colorScheme: scheme });
  const p = await c.newPage();
  p.on("request", (r) => seen.add(new URL(r.url()).origin === "null" ? r.url().slice(0, 40) : new URL(r.url()).origin));
  p.on("console", (m) => (m.type() === "error" || m.type() === "warning") && console.log(name, m.text()));
  p.on("pageerror", (e) => console.log(name, "pageerror", e.message));
  for (const path of paths) {
    await p.goto(base + path, { waitUntil: "networkidle" });
    await p.waitForTimeout(path === "/docs" ? 2500 : 100);
    const over = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) console.log(name, path, "overflow", over);
    await p.screenshot({ path: `${out}/${name}${path.replaceAll("/", "_")}.png` });
  }
  await c.close();
}
console.log([...seen]);
await b.close();
