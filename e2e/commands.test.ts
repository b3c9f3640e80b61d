/** Every command in the documentation works as printed: `selfsame` and curl against a real service, others as far as this machine can check them. */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import sharp from "sharp";
import { appId, attestationOf, partsOf, production } from "../packages/server/testing/attestation/apple.ts";
import { dg2, faceRecord } from "../packages/server/testing/documents/face-record.ts";
import { crlOf } from "../packages/server/testing/documents/crl.ts";
import { vicalOf } from "../packages/server/testing/documents/vical.ts";
import { makeCountry } from "../packages/server/testing/documents/issuer.ts";
import { portrait } from "../packages/photo/testing/photos/portraits.ts";
import { selfsame } from "../packages/server/testing/selfsame.ts";
import { noCurl } from "../testing/curl-line.ts";
import { namedCommands, pageCommands, selfsameArgs, shellBlocks } from "../testing/page-commands.ts";
import { startService } from "../testing/service.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const dir = await mkdtemp(join(tmpdir(), "selfsame-commands-"));
after(() => rm(dir, { recursive: true }));

// Before the first test: tests of the command parser change the environment, which the service reads at start.
const service = await startService({ SELFSAME_ALLOWED_DOMAINS: "photos.example.com" });
after(() => service.stop());
const passport = await portrait("amal");
const country = makeCountry();
const chip = dg2(faceRecord(await sharp(passport).resize(400).jpeg().toBuffer()));
await symlink(join(root, "samples"), join(dir, "samples"));
const item = {
  id: "customer-1207",
  reference_urls: ["https://photos.example.com/a.jpg"],
  selfie_url: "https://photos.example.com/b.jpg",
};
const files: Readonly<Record<string, Uint8Array | string>> = {
  "passport.jpg": passport,
  "selfie.jpg": await portrait("amal-selfie"),
  "ef.dg2": chip,
  "ef.sod": country.sodOf(chip),
  "csca-utopia.pem": new X509Certificate(country.csca).toString(),
  "authorities.vical": vicalOf(country.documentSigner, country.csca),
  "vical-provider.pem": new X509Certificate(country.documentSigner.certificate).toString(),
  "icaopkd-001-complete.ldif": `dn: c=UT\ncertificateRevocationList;binary:: ${crlOf(country).toString("base64")}\n`,
  "pairs.ndjson": `${JSON.stringify(item)}\n`,
  "attestation.json": JSON.stringify({
    app_id: appId,
    client_data: production.challenge,
    key_id: production.keyId,
    attestation: attestationOf(partsOf(production)).toString("base64"),
  }),
};
for (const [name, content] of Object.entries(files)) await writeFile(join(dir, name), content);

/**
 * Runs a command with a data directory and an invalid database URL, so that it reads its options and fails before it does anything. A key that needs
 * no database is written to the directory.
 */
const parsed = (args: readonly string[]) =>
  selfsame(
    { dataDir: dir, databaseUrl: "nowhere" },
    ...args.map((word) => (word.endsWith(".jwk") ? join(dir, word) : word)),
  );

/** The error of a command whose options were valid: the one service or file that this machine lacks. */
const understood = /DATABASE_URL|SELFSAME_API_KEY|SELFSAME_URL|cannot be read|ENOENT/;

test("the CLI understands every command of selfsame in the blocks of the pages", async () => {
  const found = pageCommands.flatMap(({ file, line }) => {
    const args = selfsameArgs(line);
    return args === undefined || args[0] === "samples" ? [] : [{ file, line, args }];
  });
  assert.ok(found.length > 35, `${found.length}`);
  const wrong: string[] = [];
  for (const { file, line, args } of found) {
    const { code, problems } = await parsed(args);
    if (code !== 0 && !(code === 1 && understood.test(problems)))
      wrong.push(`${file}: ${line}: ${problems.split("\n").at(-1)}`);
  }
  assert.deepEqual(wrong, []);
});

test("the CLI knows every command, subcommand and option that a sentence or a table names", async () => {
  assert.ok(namedCommands.length > 70, `${namedCommands.length}`);
  const wrong: string[] = [];
  for (const { file, line } of namedCommands) {
    const { code, problems } = await parsed(selfsameArgs(line) ?? []);
    const last = problems.split("\n").at(-1) ?? "";
    // Prose may name a command without its arguments.
    if (code === 2 && !/(?:is|argument) missing\.?$|^Give /.test(last)) wrong.push(`${file}: ${line}: ${last}`);
  }
  assert.deepEqual(wrong, []);
});

const runsHere = /^(?:keys (?:create|change)|webhooks create|documents|models list|challenge-key)\b/;

test("the commands for keys, endpoints and documents do what they say, on a real service", async () => {
  const [, id = ""] = /Id: (\S+)/.exec(await service.command(["keys", "create", "One"])) ?? [];
  const found = pageCommands.flatMap(({ line }) => selfsameArgs(line)?.join(" ") ?? []);
  const here = [...new Set(found.filter((args) => runsHere.test(args)))];
  assert.ok(here.length > 12, `${here.length}`);
  for (const line of here) {
    const args = line.split(" ").map((word) => (word === "ID" ? id : word in files ? join(dir, word) : word));
    assert.notEqual(await service.command(args), "", line);
  }
});

/** The error code of a curl line that names something nonexistent. */
const codes: readonly (readonly [part: string, code: string])[] = [
  ["challenge_token=eyJrIjo...", "invalid_challenge_token"],
  ["/requests/b0e6a2f4", "request_not_found"],
  ["/webhook_endpoints/we_7dK2mQ9xLr4TbN1s", "webhook_endpoint_not_found"],
  ["/sessions/vs_3fKq8Zr1Vb7Nw2Xc5Yd9Ts/compare", "session_not_found"],
  ['"wallet": true', "wallet_not_configured"],
  // The attestation of a genuine device, whose certificate was valid in 2024.
  ["@attestation.json", "attestation_invalid"],
];

test("each curl line is answered by a real service, with the key that its page names", { skip: noCurl }, async () => {
  const keyOf = async (...args: readonly string[]) =>
    /Key: (\S+)/.exec(await service.command(["keys", "create", ...args]))?.[1] ?? "";
  const [testKey, provisioning] = [
    await keyOf("CI", "--kind", "test"),
    await keyOf("Provisioning", ...["keys:write", "verify", "usage"].flatMap((scope) => ["--scope", scope])),
  ];
  await service.command(["documents", "trust", "add", join(dir, "csca-utopia.pem")]);
  const branding = { name: "Example Shop", privacy_url: "https://shop.example/privacy" };
  await fetch(`${service.url}/api/v3/branding`, {
    method: "POST",
    headers: { authorization: `Bearer ${service.privateKey}`, "content-type": "application/json" },
    body: JSON.stringify(branding),
  });
  await service.command(["keys", "create", "Shop", "--public", "--origin", "http://localhost:4000"]);
  // A variable that a page exports is valid in its later blocks.
  const exported = new Map<string, string>();
  const lines = shellBlocks.flatMap(({ file, code }) => {
    if (code.includes("ss_tk_")) exported.set(file, testKey);
    else if (code.includes("ss_sk_")) exported.set(file, service.privateKey);
    const key = ["docs/keys.md", "docs/templates.md"].includes(file)
      ? provisioning
      : (exported.get(file) ?? service.privateKey);
    const joined = code.replaceAll(/\\\n\s*/g, "");
    return [...joined.matchAll(/^curl .*$/gm)].map(([line]) => ({ file, line, key }));
  });
  assert.ok(lines.length > 15, `${lines.length}`);
  const wrong: string[] = [];
  for (const { file, line, key } of lines) {
    const typed = line
      .replace(/https?:\/\/(?:127\.0\.0\.1:3000|faces\.example\.com)/, service.url)
      .replace("ss_sk_...", "$SELFSAME_API_KEY");
    const said = String.raw` --silent --no-fail --write-out '\n%{http_code}'`;
    const { stdout } = await run("sh", ["-c", typed + said], {
      cwd: dir,
      env: { PATH: process.env["PATH"] ?? "", SELFSAME_API_KEY: key },
    });
    const expected = codes.find(([part]) => line.includes(part))?.[1];
    const ok = expected === undefined ? /\n2\d\d$/.test(stdout) : stdout.includes(`"${expected}"`);
    if (!ok) wrong.push(`${file}: ${line}\n${stdout.slice(0, 400)}`);
  }
  assert.deepEqual(wrong, []);
});

test("each block for a shell is one, and the scripts and files that it names are there", async () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly scripts: object };
  await run("bash", ["-nc", shellBlocks.map(({ file, code }) => `# ${file}\n${code}`).join("\n")]);
  const missing = pageCommands.filter(({ line }) => {
    const [, script] = /^npm (?:run )?(?!ci|install|init|pack\b)([\w:]+)/.exec(line) ?? [];
    const paths = line.match(/(?<=^|\s)(?:deploy|examples|packages)\/[\w./-]+/g) ?? [];
    return (script !== undefined && !(script in scripts)) || paths.some((path) => !existsSync(join(root, path)));
  });
  assert.deepEqual(missing, []);
});

test("each setting that a block sets is one", () => {
  const config = readFileSync(join(root, "packages/server/src/config.ts"), "utf8");
  // Variables of clients, examples and Compose.
  const others = new Set(["SELFSAME_URL", "SELFSAME_WEBHOOK_SECRET", "NEXT_PUBLIC_SELFSAME_URL", "POSTGRES_PASSWORD"]);
  const named = shellBlocks.flatMap(({ file, code }) =>
    [...code.matchAll(/\b((?:NEXT_PUBLIC_)?[A-Z]+_[A-Z_]+)=/g)].map(([, name = ""]) => ({ file, name })),
  );
  assert.ok(named.length > 20, `${named.length}`);
  // Variables of other products, too.
  const isSetting = (name: string) =>
    /^(?:OTEL|NODE|FACE_MATCH)_/.test(name) || new RegExp(`^ {2}${name}:`, "m").test(config);
  assert.deepEqual(
    named.filter(({ name }) => !others.has(name) && !isSetting(name)),
    [],
  );
});
