import assert from "node:assert/strict";
import { test } from "node:test";
import { browserOf, isInApp } from "./device.ts";

const ios = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const android = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)";

const cases: readonly (readonly [what: string, userAgent: string, inApp: boolean])[] = [
  ["Safari on an iPhone", `${ios} Version/18.1 Mobile/15E148 Safari/604.1`, false],
  ["Chrome on an iPhone", `${ios} CriOS/130.0 Mobile/15E148 Safari/604.1`, false],
  ["Instagram on an iPhone", `${ios} Mobile/15E148 Instagram 355.0.0.0`, true],
  ["some app's view on an iPhone", `${ios} Mobile/15E148`, true],
  ["Chrome on Android", `${android} Chrome/130.0 Mobile Safari/537.36`, false],
  ["an app's view on Android", "Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) Chrome/130.0 Mobile Safari/537.36", true],
  ["Facebook on Android", `${android} Chrome/130.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/488.0;]`, true],
  ["WeChat", `${android} Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0`, true],
  ["Firefox on a computer", "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", false],
];

for (const [what, userAgent, inApp] of cases) {
  test(`${what} is ${inApp ? "" : "not "}the browser within an app`, () => assert.equal(isInApp(userAgent), inApp));
}

const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const safari = "Version/18.1 Safari/605.1.15";

test("a blocked camera is allowed where each browser has it", () => {
  assert.equal(browserOf(`${ios} Version/18.1 Mobile/15E148 Safari/604.1`, 5), "ios");
  assert.equal(browserOf(`${mac} ${safari}`, 5), "ios", "an iPad");
  assert.equal(browserOf(`${ios} CriOS/130.0 Mobile/15E148 Safari/604.1`, 5), "ios_app");
  assert.equal(browserOf(`${android} Chrome/130.0 Mobile Safari/537.36`, 5), "android");
  assert.equal(browserOf("Mozilla/5.0 (Android 15; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0", 5), "other");
  assert.equal(browserOf(`${windows} Chrome/130.0 Safari/537.36 Edg/130.0`, 10), "chrome");
  assert.equal(browserOf("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", 0), "firefox");
  assert.equal(browserOf(`${mac} ${safari}`, 0), "safari");
  assert.equal(browserOf("", 0), "other");
});
