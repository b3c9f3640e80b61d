import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { test } from "node:test";
import { addressOf, plainAddress, trusts } from "./caller-address.ts";

test("an address that a proxy names is taken in the spellings that proxies have", () => {
  for (const [text, address] of [
    ["192.0.2.7", "192.0.2.7"],
    ["192.0.2.7:4711", "192.0.2.7"],
    ["::ffff:192.0.2.7", "::ffff:192.0.2.7"],
    ["2001:db8::7", "2001:db8::7"],
    ["[2001:db8::7]", "2001:db8::7"],
    ["[2001:db8::7]:4711", "2001:db8::7"],
    ["fe80::1%eth0", "fe80::1"],
    [`fe80::1%${"x".repeat(4000)}`, "fe80::1"],
  ] as const) {
    assert.equal(plainAddress(text), address, text.slice(0, 60));
  }
});

test("what is no address is none, and the connection's counts", () => {
  const socket = { remoteAddress: "127.0.0.1" } as Socket;
  for (const ip of [
    "",
    "unknown",
    "010.0.0.1",
    "10.1",
    "0x7f.1",
    "192.0.2.7, x",
    "192.0.2.7:",
    "[192.0.2",
    "x".repeat(4000),
  ]) {
    assert.equal(plainAddress(ip), undefined, ip.slice(0, 60));
    assert.equal(addressOf({ ip, socket }), "127.0.0.1", ip.slice(0, 60));
  }
});

test("a hop is a trusted proxy's with a port and without one", () => {
  const isTrusted = trusts(["127.0.0.1", "10.0.0.0/8", "2001:db8::/32", "::ffff:192.168.0.0/112"]);
  for (const hop of [
    "127.0.0.1",
    "::ffff:127.0.0.1",
    "10.0.0.5",
    "10.0.0.5:33412",
    " 10.0.0.5:33412 ",
    "2001:db8::7",
    "[2001:db8::7]:4711",
    "192.168.0.9",
  ])
    assert.equal(isTrusted(hop), true, hop);
  for (const hop of [
    "203.0.113.7",
    "203.0.113.7:51234",
    "192.169.0.9",
    "010.0.0.5",
    "10.0.0.5:x",
    "unknown",
    "",
    "[10.0.0.5",
  ])
    assert.equal(isTrusted(hop), false, hop);
});
