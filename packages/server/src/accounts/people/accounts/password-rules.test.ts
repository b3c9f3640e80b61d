import assert from "node:assert/strict";
import { test } from "node:test";
import { problemOf } from "./password-rules.ts";

const email = "rosalind@crystals.example";

const judged = {
  weak_password: ["short", "elevensigns", "x".repeat(257), "\u{1F600}".repeat(11)],
  common_password: [
    "password1234",
    "Password123!",
    "P@ssw0rd1234",
    "qwertyuiop12",
    "1qaz2wsx3edc",
    "123456789012",
    "aaaaaaaaaaaa",
    "abababababababababab",
    "iloveyou1234",
    "letmein12345",
    "selfsameselfsame",
    email,
    "rosalind1234",
    "a".repeat(250),
  ],
  fine: [
    "correct horse battery",
    "a member's password",
    "aB3$kQ9z!pLw",
    "\u7d20\u6674\u3089\u3057\u3044\u79d8\u5bc6\u306e\u5408\u8a00\u8449\u3067\u3059",
  ],
} as const;

for (const [verdict, passwords] of Object.entries(judged)) {
  test(`passwords that are ${verdict}`, async () => {
    for (const password of passwords) assert.equal((await problemOf(password, email)) ?? "fine", verdict, password);
  });
}
