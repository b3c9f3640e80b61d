/** The sender's side of HPKE (RFC 9180), on Node's own primitives: the service uses a library for the recipient's side. */
import {
  createCipheriv,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";

const hmac = (key: Uint8Array, data: Uint8Array) => createHmac("sha256", key).update(data).digest();
const none = Buffer.alloc(0);
const number = (value: number) => Buffer.of(value >> 8, value & 0xff);

/** The labeled functions of section 4, for this suite. */
function labeled(suiteId: Buffer) {
  const prefix = Buffer.concat([Buffer.from("HPKE-v1"), suiteId]);
  const extract = (salt: Buffer, label: string, key: Buffer) =>
    hmac(salt, Buffer.concat([prefix, Buffer.from(label), key]));
  /** One block of HKDF-Expand is enough for all lengths here. */
  const expand = (secret: Buffer, label: string, info: Buffer, length: number) =>
    hmac(secret, Buffer.concat([number(length), prefix, Buffer.from(label), info, Buffer.of(1)])).subarray(0, length);
  return { extract, expand };
}

/** DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM. */
const [kemId, kdfId, aeadId] = [0x0010, 0x0001, 0x0001];

const pointOf = (key: KeyObject): Buffer => {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
};

/** @param ephemeral the sender's key; a new one by default */
export function sealFor(
  recipient: KeyObject,
  info: Uint8Array,
  plain: Uint8Array,
  ephemeral = generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey,
) {
  const enc = pointOf(createPublicKey(ephemeral));
  const kem = labeled(Buffer.concat([Buffer.from("KEM"), number(kemId)]));
  const shared = diffieHellman({ privateKey: ephemeral, publicKey: recipient });
  const context = Buffer.concat([enc, pointOf(recipient)]);
  const secretOfKem = kem.expand(kem.extract(none, "eae_prk", shared), "shared_secret", context, 32);

  const hpke = labeled(Buffer.concat([Buffer.from("HPKE"), ...[kemId, kdfId, aeadId].map(number)]));
  const schedule = Buffer.concat([
    Buffer.of(0),
    hpke.extract(none, "psk_id_hash", none),
    hpke.extract(none, "info_hash", Buffer.from(info)),
  ]);
  const secret = hpke.extract(secretOfKem, "secret", none);
  const key = hpke.expand(secret, "key", schedule, 16);
  const cipher = createCipheriv("aes-128-gcm", key, hpke.expand(secret, "base_nonce", schedule, 12));
  const cipherText = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return { enc, cipherText };
}
