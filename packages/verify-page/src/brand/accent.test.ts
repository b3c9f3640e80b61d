import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { assert as holds, integer, property } from "fast-check";
import { accentFor, contrastOf, type Scheme } from "./accent.ts";

const grounds = { light: "#ffffff", dark: "#17171c" } as const;
const colour = integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

describe("an account's colour", () => {
  test("is measured as WCAG does", () => {
    assert.equal(contrastOf("#000000", "#ffffff"), 21);
    assert.equal(contrastOf("#777777", "#ffffff").toFixed(2), "4.48");
  });

  for (const scheme of ["light", "dark"] as const satisfies Scheme[]) {
    test(`is readable in ${scheme}, on the card and below its words, whatever was chosen`, () => {
      holds(
        property(colour, (hex) => {
          const { accent, on } = accentFor(hex, scheme);
          assert.ok(contrastOf(accent, grounds[scheme]) >= 4.5, accent);
          assert.ok(contrastOf(accent, on) >= 4.5, accent);
        }),
      );
    });
  }

  test("is left as it is where it can be read", () => {
    assert.equal(accentFor("#3b5bdb", "light").accent, "#3b5bdb");
    assert.equal(accentFor("#91a7ff", "dark").accent, "#91a7ff");
    assert.notEqual(accentFor("#ffff00", "light").accent, "#ffff00");
  });

  test("is measured against the grounds that the page has", () => {
    const css = readFileSync(new URL("../styles/tokens.css", import.meta.url), "utf8");
    for (const ground of Object.values(grounds)) assert.match(css, new RegExp(`--card: ${ground};`));
  });
});
