import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOf } from "./place.ts";

test("this machine may be named by http while only it can come to the service, and nothing else of a private network", () => {
  const closed = { allowedDomains: [], allowPrivate: false };
  const open = { ...closed, allowLoopback: true };
  for (const url of ["http://localhost:4242/webhook", "http://127.0.0.1:4242/", "http://[::1]:4242/"]) {
    assert.equal(placeOf(url, closed), undefined, url);
    assert.equal(placeOf(url, open)?.privately, true, url);
  }
  for (const url of [
    "http://10.0.0.1/",
    "https://192.168.0.1/",
    "http://shop.example/",
    "http://localhost.evil.example/",
  ]) {
    assert.equal(placeOf(url, open), undefined, url);
  }
  assert.equal(placeOf("https://shop.example/", open)?.privately, false);
});
