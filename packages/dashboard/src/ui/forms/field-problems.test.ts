import assert from "node:assert/strict";
import { test } from "node:test";
import { type CheckedField, problemOf } from "./field-problems.ts";

const field: CheckedField = { validity: {}, type: "text", label: "Name", min: "", max: "", minLength: -1 };

test("each way in which a field is not filled in has its own sentence", () => {
  for (const [of, problem] of [
    [{ validity: { valueMissing: true } }, "Fill in: Name."],
    [{ validity: { valueMissing: true }, type: "email", label: "E-mail" }, "Fill in: E-mail."],
    [{ validity: { valueMissing: true }, type: "file" }, "Choose a file."],
    [{ validity: { typeMismatch: true }, type: "email" }, "Enter an e-mail address, such as name@example.com."],
    [{ validity: { typeMismatch: true }, type: "url" }, "Enter a whole address, such as https://shop.example/path."],
    [
      { validity: { rangeOverflow: true }, type: "number", min: "1", max: "1000000000" },
      "Enter a whole number from 1 to 1,000,000,000.",
    ],
    [{ validity: { badInput: true }, type: "number" }, "Enter a whole number."],
    [{ validity: { tooShort: true }, type: "password", minLength: 12 }, "Use at least 12 characters."],
    [{ validity: { patternMismatch: true } }, "Check: Name."],
  ] as const) {
    assert.equal(problemOf({ ...field, ...of }), problem);
  }
});
