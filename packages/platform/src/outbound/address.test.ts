import assert from "node:assert/strict";
import { test } from "node:test";
import { isSameAddress, reachOf } from "./address.ts";

const table = {
  public: ["8.8.8.8", "93.184.216.34", "172.32.0.1", "2606:4700::1111", "2a00:1450:4001:82a::200e", "64:ff9b::808:808"],
  local: [
    "127.0.0.1",
    "127.255.255.254",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "::1",
    "fc00::1",
    "fd12:3456::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:10.0.0.1",
  ],
  forbidden: [
    "169.254.169.254",
    "0.0.0.0",
    "0.1.2.3",
    "192.0.0.1",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::7f00:1",
    "::ffff:8.8.8.8",
    "::ffff:169.254.169.254",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b::a00:1",
    "64:ff9b:1::808:808",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:808:808::",
    "3fff::1",
    "4000::1",
    "5f00::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "168.63.129.16",
    "::ffff:168.63.129.16",
    "64:ff9b::a83f:8110",
    "100.100.100.200",
    "::ffff:100.100.100.200",
    "fd00:ec2::254",
    "fd00:0ec2:0::0254",
    "fd00:ec2::23",
    "fd20:ce::254",
    "fd00:a9fe:a9fe::1",
    "fd00:42::42",
    "example.com",
    "",
  ],
} as const;

for (const [reach, addresses] of Object.entries(table)) {
  test(`addresses that are ${reach}`, () => {
    for (const address of addresses) assert.equal(reachOf(address), reach, address);
  });
}

test("an address is the same in each of its spellings", () => {
  assert.equal(isSameAddress("::ffff:10.0.0.1", "10.0.0.1"), true);
  assert.equal(isSameAddress("2a00::0:1", "2a00:0:0:0:0:0:0:1"), true);
  assert.equal(isSameAddress("10.0.0.1", "10.0.0.2"), false);
  assert.equal(isSameAddress("", "10.0.0.1"), false);
});
