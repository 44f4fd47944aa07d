import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What a key was told it is for; a wrong one can be played too. */
type Ceremony = { challenge: string; origin: string; rpId: string };

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
const EC2 = 2;
const ES256 = -7;
const P256 = 1;

/** A security key made of code: speaks WebAuthn Level 3 as a browser would hand it on. For tests. */
export class SoftwareKey {
  readonly id = randomBytes(32);
  counter = 0;
  userHandle: string | undefined;
  /** false: it is touched and asks for neither PIN nor finger. */
  verifiesPerson = true;
  private readonly privateKey: KeyObject;
  private readonly publicKey: KeyObject;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = privateKey;
    this.publicKey = publicKey;
  }

  /** The answer to `navigator.credentials.create`, as JSON. */
  register({ challenge, origin, rpId }: Ceremony, userHandle?: string) {
    this.userHandle = userHandle;
    const authData = Buffer.concat([
      this.head(rpId, HAS_CREDENTIAL),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.coseKey(),
    ]);
    const attestationObject = map([
      [text('fmt'), text('none')],
      [text('attStmt'), map([])],
      [text('authData'), bytes(authData)],
    ]);
    return {
      id: this.id.toString('base64url'),
      rawId: this.id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['usb', 'nfc'],
      },
    } as const;
  }

  /** The answer to `navigator.credentials.get`, as JSON. */
  use({ challenge, origin, rpId }: Ceremony) {
    this.counter++;
    const authData = this.head(rpId);
    const data = clientData('webauthn.get', challenge, origin);
    const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
    return {
      id: this.id.toString('base64url'),
      rawId: this.id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.privateKey).toString('base64url'),
        ...(this.userHandle ? { userHandle: this.userHandle } : {}),
      },
    } as const;
  }

  private head(rpId: string, more = 0): Buffer {
    const flags = USER_PRESENT | (this.verifiesPerson ? USER_VERIFIED : 0) | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter]);
  }

  private coseKey(): Buffer {
    const { x = '', y = '' } = this.publicKey.export({ format: 'jwk' });
    return map([
      [integer(1), integer(EC2)],
      [integer(3), integer(ES256)],
      [integer(-1), integer(P256)],
      [integer(-2), bytes(Buffer.from(x, 'base64url'))],
      [integer(-3), bytes(Buffer.from(y, 'base64url'))],
    ]);
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** The little of CBOR (RFC 8949) a key needs to say. */
function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 0xff]);
}
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const map = (entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()]);
