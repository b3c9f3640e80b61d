import assert from "node:assert/strict";
import { test } from "node:test";
import { type Config, readConfig } from "./config.ts";

const read = (env: Record<string, string>, platform: NodeJS.Platform = "linux") =>
  readConfig(env, platform, "/home/ada");

function valid(env: Record<string, string>, platform?: NodeJS.Platform): Config {
  const result = read(env, platform);
  assert.equal(result.outcome, "valid");
  return result.outcome === "valid" ? result.config : assert.fail();
}

function problems(env: Record<string, string>): readonly string[] {
  const result = read(env);
  return result.outcome === "invalid" ? result.problems : [];
}

test("nothing set means localhost:3000, data in the user's data folder, and no downloads", () => {
  const config = valid({});
  assert.equal(config.host, "127.0.0.1");
  assert.equal(config.port, 3000);
  assert.equal(config.dataDir, "/home/ada/.local/share/selfsame");
  assert.equal(config.modelsDir, "/home/ada/.local/share/selfsame/models");
  assert.deepEqual(config.allowedDomains, []);
  assert.equal(config.allowPrivateDownloads, false);
  assert.equal(config.allowPrivateWebhooks, false);
  assert.equal(config.logLevel, "info");
  assert.ok(config.workers >= 1);
});

test("each system has its own data folder", () => {
  assert.match(valid({}, "darwin").dataDir, /Library\/Application Support\/selfsame$/);
  assert.match(valid({ LOCALAPPDATA: "/local" }, "win32").dataDir, /local.selfsame$/);
  assert.equal(valid({ XDG_DATA_HOME: "/xdg" }).dataDir, "/xdg/selfsame");
});

test("the models stay where they are when only the data folder moves", () => {
  const config = valid({ SELFSAME_DATA_DIR: "/srv/selfsame" });
  assert.equal(config.dataDir, "/srv/selfsame");
  assert.equal(config.modelsDir, "/home/ada/.local/share/selfsame/models");
});

test("contracts of other services are off, and named one by one", () => {
  assert.deepEqual(valid({}).compatible, []);
  assert.deepEqual(valid({ SELFSAME_COMPATIBLE: " CompreFace,rekognition" }).compatible, ["compreface", "rekognition"]);
  const list = "SELFSAME_COMPATIBLE must be a list of rekognition, compreface, separated by commas.";
  for (const value of ["all", "rekognition,"])
    assert.deepEqual(
      problems({ SELFSAME_COMPATIBLE: value })
        .slice(0, 1)
        .map((text) => text.replace(/\.\d/, "")),
      [list],
    );
  assert.match(problems({ SELFSAME_COMPATIBLE: "rekognition,rekognition" })[0] ?? "", /each once/);
});

test("an empty variable counts as unset", () => {
  assert.equal(valid({ PORT: "", DATABASE_URL: " " }).port, 3000);
});

test("allowed domains are split at commas and normalized", () => {
  assert.deepEqual(valid({ SELFSAME_ALLOWED_DOMAINS: " Photos.Example.com, *.cdn.example ,," }).allowedDomains, [
    "photos.example.com",
    "*.cdn.example",
  ]);
});

test("a switch takes the usual words", () => {
  assert.equal(valid({ SELFSAME_ALLOW_PRIVATE_DOWNLOADS: "TRUE" }).allowPrivateDownloads, true);
  assert.deepEqual([valid({}).oidc, valid({ SELFSAME_OIDC: "on" }).oidc], [false, true]);
  assert.equal(valid({ SELFSAME_ALLOW_PRIVATE_DOWNLOADS: "off" }).allowPrivateDownloads, false);
  const downloads = valid({ SELFSAME_ALLOW_PRIVATE_DOWNLOADS: "on" });
  assert.equal(downloads.allowPrivateWebhooks, false, "photos from a private network open it for no webhooks");
  assert.equal(valid({ SELFSAME_ALLOW_PRIVATE_WEBHOOKS: "on" }).allowPrivateWebhooks, true);
});

test("a public address loses its trailing slash", () => {
  assert.equal(valid({ SELFSAME_PUBLIC_URL: "https://faces.example.com/" }).publicUrl, "https://faces.example.com");
});

test("a public address that links cannot be put behind is refused", () => {
  for (const more of ["/?a=b", "/?", "#x", "/#"]) {
    assert.deepEqual(problems({ SELFSAME_PUBLIC_URL: `https://faces.example.com${more}` }), [
      "SELFSAME_PUBLIC_URL must be an address such as https://faces.example.com.",
    ]);
  }
  assert.equal(problems({ SELFSAME_PUBLIC_URL: "https://u:p@faces.example.com" }).length, 1);
  assert.equal(problems({ SELFSAME_PUBLIC_URL: "faces" }).length, 1);
});

test("a public address may have a path, of plain names that are not the service's own", () => {
  for (const path of ["/faces", "/faces/", "/a/b-c_d.e~f", "/Faces2", "/assets-of-faces"]) {
    const { publicUrl } = valid({ SELFSAME_PUBLIC_URL: `https://example.com${path}` });
    assert.equal(publicUrl, `https://example.com${path.replace(/\/$/, "")}`);
  }
  for (const path of [
    "//faces",
    "/a//b",
    "/a/../b",
    "/.",
    "/f%61ces",
    "/a b",
    "/fäces",
    '/a"b',
    "/a;b",
    "/a\\b",
    "\\faces",
  ]) {
    assert.equal(problems({ SELFSAME_PUBLIC_URL: `https://example.com${path}` }).length, 1, path);
  }
  assert.deepEqual(problems({ SELFSAME_PUBLIC_URL: "https://example.com/docs/faces" }), [
    "SELFSAME_PUBLIC_URL must not have a path that begins with /docs: the service has pages there. Choose another, such as /faces.",
  ]);
});

test("every problem is reported at once, by name, in plain words", () => {
  assert.deepEqual(
    problems({
      PORT: "70000",
      SELFSAME_WORKERS: "two",
      SELFSAME_PUBLIC_URL: "faces",
      SELFSAME_ALLOWED_DOMAINS: "https://example.com",
      SELFSAME_ALLOW_PRIVATE_DOWNLOADS: "maybe",
      SELFSAME_API_KEY: "short",
      DATABASE_URL: "mysql://db",
      REDIS_URL: "http://cache",
      LOG_LEVEL: "loud",
    }),
    [
      "PORT must be a whole number from 0 to 65535.",
      "SELFSAME_PUBLIC_URL must be an address such as https://faces.example.com.",
      "SELFSAME_WORKERS must be a whole number from 1 to 256.",
      "SELFSAME_ALLOWED_DOMAINS must list hosts such as photos.example.com or *.example.com.",
      "SELFSAME_ALLOW_PRIVATE_DOWNLOADS must be true or false.",
      "SELFSAME_API_KEY must be 16 to 200 visible characters.",
      "DATABASE_URL must be a PostgreSQL address: postgres://user@host/database.",
      "REDIS_URL must be a Redis address: redis:// or rediss://.",
      "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.",
    ],
  );
});

test("recognizers have one thread of the processor unless settings say otherwise", () => {
  assert.deepEqual(valid({}).runtime, { threads: 1, providers: ["cpu"] });
  const { runtime } = valid({ SELFSAME_THREADS: "4", SELFSAME_PROVIDERS: "CUDA, cpu" });
  assert.deepEqual(runtime, { threads: 4, providers: ["cuda", "cpu"] });
  assert.deepEqual(problems({ SELFSAME_THREADS: "0" }), ["SELFSAME_THREADS must be a whole number from 1 to 64."]);
  assert.match(problems({ SELFSAME_PROVIDERS: "cuda,gpu" }).join(), /must be a list of cpu, cuda, .*commas\.$/);
  assert.match(problems({ SELFSAME_PROVIDERS: "cpu,cpu" }).join(), /must have each once/);
});

test("a problem does not repeat the value, which may be a secret", () => {
  assert.doesNotMatch(problems({ SELFSAME_API_KEY: "hunter2" }).join(" "), /hunter2/);
});

test("plans come beside the default ones, and a problem in one is named", () => {
  const team = { requestsPerMinute: 5, requestsPerMonth: null, concurrentRequests: 1 };
  const { plans } = valid({ SELFSAME_PLANS: JSON.stringify({ team, free: team }) });
  assert.deepEqual([plans["team"], plans["free"], plans["pro"]?.requestsPerMinute], [team, team, 300]);
  assert.match(problems({ SELFSAME_PLANS: "{team" }).join(), /^SELFSAME_PLANS must be JSON/);
  const wrong = JSON.stringify({ team: { ...team, requestsPerMinute: 0 } });
  assert.match(problems({ SELFSAME_PLANS: wrong }).join(), /^SELFSAME_PLANS\.team\.requestsPerMinute /);
});

test("trusted proxies are addresses and ranges", () => {
  assert.deepEqual(valid({ SELFSAME_TRUSTED_PROXIES: "10.0.0.0/8, ::1" }).trustedProxies, ["10.0.0.0/8", "::1"]);
  assert.match(problems({ SELFSAME_TRUSTED_PROXIES: "proxy.example" }).join(), /^SELFSAME_TRUSTED_PROXIES must list/);
});

test("a misspelt setting is told with the one that was probably meant; those of others are none of ours", () => {
  const read = (env: Readonly<Record<string, string>>) => readConfig(env, "linux", "/home/ada");
  assert.deepEqual(read({ SELFSAME_WORKER: "2", SELFSAME_COLOUR: "red" }), {
    outcome: "invalid",
    problems: ["SELFSAME_WORKER is not a setting; SELFSAME_WORKERS is.", "SELFSAME_COLOUR is not a setting."],
  });
  assert.equal(read({ SELFSAME_URL: "x", SELFSAME_TEST_REDIS: "x" }).outcome, "valid");
});

test("what Kubernetes sets for each Service of a namespace is no setting, whatever the release is called", () => {
  const read = (env: Readonly<Record<string, string>>) => readConfig(env, "linux", "/home/ada");
  for (const service of [
    "SELFSAME",
    "SELFSAME_POSTGRESQL",
    "SELFSAME_REDIS_MASTER",
    "SELFSAME_MY_TEAM_2_POSTGRESQL_HL",
  ]) {
    // Kubernetes, "Accessing the Service": its variables, including those of named ports.
    const links = {
      [`${service}_SERVICE_HOST`]: "10.96.0.3",
      [`${service}_SERVICE_PORT`]: "5432",
      [`${service}_SERVICE_PORT_TCP_POSTGRESQL`]: "5432",
      [`${service}_PORT`]: "tcp://10.96.0.3:5432",
      [`${service}_PORT_5432_TCP`]: "tcp://10.96.0.3:5432",
      [`${service}_PORT_5432_TCP_PROTO`]: "tcp",
      [`${service}_PORT_5432_TCP_PORT`]: "5432",
      [`${service}_PORT_5432_TCP_ADDR`]: "10.96.0.3",
      [`${service}_PORT_53_UDP`]: "udp://[fd00::3]:53",
    };
    for (const [name, value] of Object.entries(links)) assert.equal(read({ [name]: value }).outcome, "valid", name);
  }
  for (const name of ["SELFSAME_PORT", "SELFSAME_METRICS_PORT"])
    assert.equal(read({ [name]: "9464" }).outcome, "invalid", `${name} with a number was meant as a setting`);
});

test("idle connections stay open longer than usual balancers keep theirs", () => {
  assert.equal(valid({}).keepAliveSeconds, 75);
  assert.equal(valid({ SELFSAME_KEEP_ALIVE_SECONDS: "620" }).keepAliveSeconds, 620);
  assert.match(problems({ SELFSAME_KEEP_ALIVE_SECONDS: "621" }).join(), /whole number from 1 to 620/);
});

test("browsers use https only for a year, two at most, or not at all", () => {
  assert.equal(valid({}).hstsSeconds, 31_536_000);
  assert.equal(valid({ SELFSAME_HSTS_SECONDS: "0" }).hstsSeconds, 0);
  assert.match(problems({ SELFSAME_HSTS_SECONDS: "63072001" }).join(), /whole number from 0 to 63072000/);
});

test("mail needs a server and a sender, both well formed, and no value is repeated", () => {
  const server = "smtps://faces:s3cret@mail.example.com";
  const { mail } = valid({ SELFSAME_SMTP_URL: server, SELFSAME_MAIL_FROM: "Faces <faces@example.com>" });
  assert.deepEqual(mail, {
    smtpUrl: server,
    from: { name: "Faces", address: "faces@example.com" },
    publicUrl: undefined,
  });
  assert.equal(valid({}).mail, undefined);
  assert.deepEqual(problems({ SELFSAME_SMTP_URL: server }), [
    "SELFSAME_SMTP_URL is set without SELFSAME_MAIL_FROM: mail needs both.",
  ]);
  assert.deepEqual(problems({ SELFSAME_MAIL_FROM: "faces@example.com" }), [
    "SELFSAME_MAIL_FROM is set without SELFSAME_SMTP_URL: mail needs both.",
  ]);
  for (const wrong of [
    "http://mail.example.com",
    "mail.example.com:25",
    `${server}/?logger=true`,
    "smtp://u@h",
    "smtp://%:x@h",
  ]) {
    const said = problems({ SELFSAME_SMTP_URL: wrong, SELFSAME_MAIL_FROM: "faces@example.com" });
    assert.match(said.join(), /^SELFSAME_SMTP_URL must be a mail server/, wrong);
    assert.doesNotMatch(said.join(), /s3cret/);
  }
  const forged = problems({ SELFSAME_SMTP_URL: server, SELFSAME_MAIL_FROM: "a@b.example\r\nBcc: c@d.example" });
  assert.match(forged.join(), /^SELFSAME_MAIL_FROM must be an address/);
});

test("the scheme of wallets' links is one of apps, and goes with a certificate", () => {
  const files = { SELFSAME_WALLET_CERTIFICATE: "/etc/wallet.pem", SELFSAME_WALLET_KEY: "/etc/key.pem" };
  assert.equal(valid(files).wallet?.scheme, "openid4vp");
  assert.equal(valid({}).wallet, undefined);
  assert.equal(valid(files).wallet?.registrationFile, undefined);
  const registered = { ...files, SELFSAME_WALLET_REGISTRATION: "/etc/registration.jwt" };
  assert.equal(valid(registered).wallet?.registrationFile, "/etc/registration.jwt");
  assert.deepEqual(problems({ SELFSAME_WALLET_REGISTRATION: "/etc/registration.jwt" }), [
    "SELFSAME_WALLET_REGISTRATION is set without SELFSAME_WALLET_CERTIFICATE: it is sent in requests to wallets.",
  ]);
  for (const scheme of ["haip-vp", "eudi-openid4vp", "mdoc-openid4vp"]) {
    assert.equal(valid({ ...files, SELFSAME_WALLET_SCHEME: scheme }).wallet?.scheme, scheme);
  }
  for (const scheme of ["https", "javascript", "data", "HAIP-VP", "haip-vp:", "1vp", "a b"]) {
    const said = problems({ ...files, SELFSAME_WALLET_SCHEME: scheme });
    assert.match(said.join(), /^SELFSAME_WALLET_SCHEME must be a scheme/, scheme);
  }
  assert.deepEqual(problems({ SELFSAME_WALLET_SCHEME: "haip-vp" }), [
    "SELFSAME_WALLET_SCHEME is set without SELFSAME_WALLET_CERTIFICATE: it is of the links that open wallets.",
  ]);
});
