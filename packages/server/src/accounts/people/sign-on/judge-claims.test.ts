import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { domainOf, normalizeEmailDomain } from "./email-domain.ts";
import { judgeClaims } from "./judge-claims.ts";

const domains = ["corp.example", "xn--mller-kva.example"];

test("a provider speaks for verified e-mails of its team's domains only", () => {
  const fine = { email: "A@Corp.Example", email_verified: true };
  assert.deepEqual(judgeClaims(fine, false, domains), { outcome: "fine", email: "a@corp.example" });
  assert.equal(judgeClaims({ ...fine, email_verified: "true" }, false, domains).outcome, "fine");
  const cases: [object, boolean, string][] = [
    [{}, true, "no_email"],
    [{ email: ["a@corp.example"], email_verified: true }, true, "no_email"],
    [{ email: "corp.example", email_verified: true }, true, "no_email"],
    [{ email: `${"a".repeat(250)}@corp.example`, email_verified: true }, true, "no_email"],
    [{ email: "a@corp.example" }, false, "email_not_verified"],
    [{ email: "a@corp.example" }, true, "fine"],
    [{ email: "a@corp.example", email_verified: false }, true, "email_not_verified"],
    [{ email: "a@corp.example", email_verified: "false" }, true, "email_not_verified"],
    [{ email: "a@corp.example", email_verified: null }, true, "fine"],
    [{ email: "a@corp.example", email_verified: null }, false, "email_not_verified"],
    [{ preferred_username: "a@corp.example", email_verified: true }, true, "no_email"],
    [{ email: "a@other.example", email_verified: true }, true, "domain_not_claimed"],
    [{ email: "a@sub.corp.example", email_verified: true }, true, "domain_not_claimed"],
    [{ email: "a@evilcorp.example", email_verified: true }, true, "domain_not_claimed"],
    [{ email: "a@corp.example.evil.example", email_verified: true }, true, "domain_not_claimed"],
  ];
  for (const [claims, trust, outcome] of cases) {
    assert.equal(judgeClaims({ ...claims }, trust, domains).outcome, outcome, JSON.stringify(claims));
  }
});

test("another claim than email counts where the team chose it and trusts it, within its domains", () => {
  const claims = {
    email: "b@corp.example",
    email_verified: true,
    preferred_username: "A@Corp.Example",
    upn: "c@other.example",
  };
  const judge = (trust: boolean, claim: "preferred_username" | "upn", given: object = claims) =>
    judgeClaims({ ...given }, trust, domains, claim);
  assert.deepEqual(judge(true, "preferred_username"), { outcome: "fine", email: "a@corp.example" });
  assert.equal(judge(false, "preferred_username").outcome, "email_not_verified", "email_verified is of email alone");
  assert.equal(judge(true, "preferred_username", { ...claims, email_verified: false }).outcome, "fine");
  assert.equal(judge(true, "upn").outcome, "domain_not_claimed");
  assert.equal(judge(true, "upn", { upn: "guest_gmail.com#EXT#@corp.onmicrosoft.com" }).outcome, "no_email");
  assert.equal(judge(true, "upn", { email: "b@corp.example", email_verified: true }).outcome, "no_email");
});

test("whatever a provider says, an answer comes, and only a claimed domain is fine", () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), fc.boolean(), (email, email_verified, trust) => {
      const judged = judgeClaims({ email, email_verified }, trust, domains);
      if (judged.outcome === "fine") assert.ok(domains.includes(domainOf(judged.email)));
    }),
  );
});

test("a domain is compared in one form, and invalid ones are reported", () => {
  assert.equal(normalizeEmailDomain(" Müller.Example "), "xn--mller-kva.example");
  assert.equal(domainOf('"a@b"@Corp.Example'), "corp.example");
  for (const bad of [
    "",
    "localhost",
    "10.0.0.1",
    "*.corp.example",
    "a@corp.example",
    "https://corp.example",
    "corp.example:80",
    "co rp.example",
    "_x.example",
    "a..b",
    "corp.example/x",
    "1.2.3",
    `${"a.".repeat(130)}example`,
  ]) {
    assert.equal(normalizeEmailDomain(bad), undefined, bad);
  }
});
