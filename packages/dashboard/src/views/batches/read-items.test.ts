import assert from "node:assert/strict";
import { test } from "node:test";
import { readItems } from "./read-items.ts";

const read = (text: string, domains?: readonly string[]) => {
  const result = readItems(text, domains);
  assert.ok(result.outcome === "read", JSON.stringify(result));
  return result;
};
const why = (text: string) => {
  const result = readItems(text);
  assert.ok(result.outcome === "unusable");
  return result.why;
};

test("items are read from commas, semicolons and tabs, with one to five references", () => {
  const item = { id: "a", reference_urls: ["https://x.example/1"], selfie_url: "https://x.example/2" };
  for (const mark of [",", ";", "\t"]) {
    const text = `\u{FEFF}ID${mark}reference_url${mark}selfie_url\r\na${mark}https://x.example/1${mark} https://x.example/2\r\n\r\n`;
    assert.deepEqual(read(text).items, [item], JSON.stringify(mark));
  }
  const several =
    "reference_url,reference_url_2,selfie_url\nhttps://x.example/1,https://x.example/3|https://x.example/4,https://x.example/2";
  assert.deepEqual(read(several).items, [
    {
      id: "2",
      reference_urls: ["https://x.example/1", "https://x.example/3", "https://x.example/4"],
      selfie_url: "https://x.example/2",
    },
  ]);
});

test("what is wrong names its line, and the other lines are read", () => {
  const lines = [
    "id,reference_url,selfie_url",
    "a,https://x.example/1,https://x.example/2",
    "a,https://x.example/1,https://x.example/2",
    `${"b".repeat(129)},https://x.example/1,https://x.example/2`,
    "c,,https://x.example/2",
    "d,https://x.example/1,",
    "e,https://x.example/1,ftp://x.example/2",
    `f,${"https://x.example/1 ".repeat(6)},https://x.example/2`,
    'g,"https://x.example/1",https://x.example/2',
  ];
  const { items, problems } = read(lines.join("\n"));
  assert.deepEqual(
    items.map(({ id }) => id),
    ["a", "g"],
  );
  assert.deepEqual(problems, [
    { line: 3, text: "The id a is also that of line 2." },
    { line: 4, text: "The id has more than 128 characters." },
    { line: 5, text: "There is no reference_url." },
    { line: 6, text: "There is no selfie_url." },
    { line: 7, text: "ftp://x.example/2 is not an http or https address." },
    { line: 8, text: "There are more than 5 references." },
  ]);
});

test("a line with too few columns is one problem, also where it is the first", () => {
  const { items, problems } = read("id,reference_url,selfie_url\nonly\nb,https://x.example/1,https://x.example/2,more");
  assert.deepEqual([items.map(({ id }) => id), problems], [["b"], [{ line: 2, text: "There is no reference_url." }]]);
});

test("a file that is no list of items says why", () => {
  assert.match(why(""), /no lines/);
  assert.match(why("id,reference_url,selfie_url\n"), /no lines/);
  assert.match(why("id,reference\na,https://x.example/1"), /names no column selfie_url/);
  assert.match(why("a,b\n1,2"), /no column selfie_url and no column reference_url/);
  assert.match(why('id,reference_url,selfie_url\na,"b,c\n'), /is not CSV/);
  const many = "https://x.example/1,https://x.example/2\n".repeat(10_001);
  assert.match(why(`reference_url,selfie_url\n${many}`), /at most 10,000/);
});

test("hosts that photos may not come from are counted, each item once", () => {
  const { closedHosts } = read(
    [
      "reference_url,selfie_url",
      "https://photos.example.com./1,https://a.cdn.example/2",
      "https://cdn.example/1,https://cdn.example/2",
      "https://other.example:8443/1,https://photos.example.com/2",
    ].join("\n"),
    ["photos.example.com", "*.cdn.example"],
  );
  assert.deepEqual(
    [...closedHosts],
    [
      ["cdn.example", 1],
      ["other.example", 1],
    ],
  );
});
