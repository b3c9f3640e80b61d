import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A response of a person's device, or of one that lies. */
interface Ceremony {
  readonly challenge: string;
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether the person was verified by fingerprint, face or PIN. */
  readonly verified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
}

const home = { origin: "https://faces.example", rpId: "faces.example" };
const flag = { present: 0x01, verified: 0x04, attested: 0x40 } as const;

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();

function clientData(type: string, { challenge, origin = home.origin }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData({ rpId = home.rpId, verified = true, counter = 0 }: Ceremony, attested?: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head[0] = flag.present | (verified ? flag.verified : 0) | (attested ? flag.attested : 0);
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), head, attested ?? Buffer.alloc(0)]);
}

/** A minimal authenticator: one P-256 key that signs every challenge (WebAuthn Level 3, section 6). */
export function softwarePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(32);
  const id = credentialId.toString("base64url");

  const common = { id, rawId: id, type: "public-key", clientExtensionResults: {} };

  return {
    id,
    make: (ceremony: Ceremony) => {
      const coseKey = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const idLength = Buffer.from([0, credentialId.length]);
      const data = authenticatorData(ceremony, Buffer.concat([Buffer.alloc(16), idLength, credentialId, coseKey]));
      // CBOR: { fmt: "none", attStmt: {}, authData: its bytes }
      const attestationObject = Buffer.concat([
        Buffer.from("a363666d74646e6f6e65", "hex"),
        Buffer.from("6761747453746d74a0", "hex"),
        Buffer.from("686175746844617461", "hex"),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      const response = {
        clientDataJSON: clientData("webauthn.create", ceremony).toString("base64url"),
        attestationObject: attestationObject.toString("base64url"),
      };
      return { ...common, response };
    },
    use: (ceremony: Ceremony) => {
      const json = clientData("webauthn.get", ceremony);
      const data = authenticatorData(ceremony);
      const response = {
        clientDataJSON: json.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", Buffer.concat([data, sha256(json)]), privateKey).toString("base64url"),
        ...(ceremony.userHandle !== undefined && {
          userHandle: Buffer.from(ceremony.userHandle).toString("base64url"),
        }),
      };
      return { ...common, response };
    },
  };
}
