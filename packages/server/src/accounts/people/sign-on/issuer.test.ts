import assert from "node:assert/strict";
import { test } from "node:test";
import { isSameIssuer, metadataUrlOf, parseIssuer } from "./issuer.ts";

test("an issuer is taken as providers write it, or as the address of its metadata", () => {
  for (const issuer of [
    "https://login.example",
    "https://login.example/realms/shop",
    "https://login.example/o/faces/",
  ]) {
    const typed = [issuer, ` ${issuer} `, `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`];
    for (const given of [...typed, `${typed[2]}/`]) {
      const parsed = parseIssuer(given);
      assert.ok(parsed !== undefined && isSameIssuer(parsed, issuer), given);
      const metadata = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
      assert.equal(metadataUrlOf(parsed).href, metadata, given);
    }
  }
  for (const bad of [
    "",
    "login.example",
    "ftp://a.example",
    "https://a.example/?b=c",
    "https://u:p@a.example/",
    "https://a.example/#b",
  ]) {
    assert.equal(parseIssuer(bad), undefined, bad);
  }
});

test("one slash at the end is no other issuer; everything else is", () => {
  assert.ok(isSameIssuer("https://a.example/b", "https://a.example/b/"));
  assert.ok(isSameIssuer("https://a.example", "https://a.example/"));
  const others = [
    "https://a.example/b//",
    "https://a.example/B",
    "https://a.example/",
    "http://a.example/b",
    "https://a.example:444/b",
  ];
  others.push(
    "https://b.a.example/b",
    "https://a.example/b/c",
    "https://a.example/b?",
    "{tenantid}",
    "https://a.example/b#",
  );
  for (const other of others) assert.ok(!isSameIssuer("https://a.example/b", other), other);
});
