import fc from 'fast-check';
import { decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { generated } from '#tests/long.ts';
import { createTokens, type SigningKey, type Tokens } from './tokens.ts';

const SECRET = 'a shared secret that is long enough for HS256';

let key: SigningKey;
let tokens: Tokens;
beforeAll(async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  key = { ...(await exportJWK(privateKey)), alg: 'ES256', kid: 'one', key_ops: ['sign', 'verify'] };
  tokens = createTokens(SECRET, [key]);
});

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = { role: 'service_role', sub: 'x', exp: Math.floor(Date.now() / 1_000) + 600 };
const hmac = (secret: string | Uint8Array, header: Record<string, unknown>) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', ...header })
    .sign(typeof secret === 'string' ? new TextEncoder().encode(secret) : secret);

describe('an RSA key', () => {
  const rsa = async (bits: number, signs: boolean): Promise<SigningKey> => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true, modulusLength: bits });
    const key_ops = signs ? ['sign', 'verify'] : ['verify'];
    return { ...(await exportJWK(privateKey)), alg: 'RS256', kid: `of ${bits}`, key_ops };
  };
  it('of 2048 bits signs nothing where 3072 are asked for, and goes on checking', async () => {
    const make = (key: SigningKey, leastRsaBits?: number) =>
      createTokens(SECRET, [key], {}, leastRsaBits === undefined ? {} : { minRsaBits: leastRsaBits });
    const short = await rsa(2_048, true);
    expect(() => make(short, 3_072)).toThrow('The signing key of 2048 has 2048 bits');
    const token = await make(short).sign({ role: 'anon' }, 60);
    const standby = make({ ...short, key_ops: ['verify'] }, 3_072);
    expect(await standby.verify(token)).not.toBeNull();
    expect(decodeProtectedHeader(await standby.sign({ role: 'anon' }, 60)).alg).toBe('HS256');
    const long = make(await rsa(3_072, true), 3_072);
    expect(decodeProtectedHeader(await long.sign({ role: 'anon' }, 60)).alg).toBe('RS256');
  });
});

describe('a token of a former secret', () => {
  const FORMER = 'the secret that was there before, long enough';
  const old = createTokens(FORMER);
  const now = createTokens(SECRET, [], {}, {}, ['an even older secret, long enough for HS256', FORMER]);
  it.each<[string, Record<string, unknown>, number | undefined, boolean]>([
    ['of a person counts until it ends', { role: 'authenticated', sub: 'x' }, 60, true],
    ['that has ended counts no more', { role: 'authenticated', sub: 'x' }, -10, false],
    ['of a person that never ends does not count', { role: 'authenticated', sub: 'x' }, undefined, false],
    ['that is the public key counts', { role: 'anon' }, undefined, true],
    ['that is the secret key does not count', { role: 'service_role' }, undefined, false],
    ['that passes row-level security does not count while it lasts', { role: 'service_role' }, 60, false],
  ])('%s', async (_, facts, seconds, counts) => {
    const token = await old.sign(facts, seconds);
    expect((await now.verify(token)) !== null).toBe(counts);
    expect(await tokens.verify(token)).toBeNull();
  });
});

describe('a token that does not hold', () => {
  it.each<[string, () => Promise<string> | string]>([
    ['has no algorithm', () => `${part({ alg: 'none' })}.${part(claims)}.`],
    ['has none and a signature', () => `${part({ alg: 'None', typ: 'JWT' })}.${part(claims)}.AAAA`],
    ['is of another secret', () => hmac('another secret that is long enough for HS256', {})],
    [
      'names a kid and is of another secret',
      () => hmac('another secret that is long enough for HS256', { kid: 'one' }),
    ],
    ['takes our public key for a secret', () => hmac(JSON.stringify(tokens.publicKeys()[0]), { kid: 'one' })],
    ['takes its coordinates for a secret', () => hmac(Buffer.from(String(key.x), 'base64url'), { kid: 'one' })],
    ['claims ES256 without a kid', () => `${part({ alg: 'ES256' })}.${part(claims)}.${'A'.repeat(86)}`],
    ['claims RS256 of our ES256 key', () => `${part({ alg: 'RS256', kid: 'one' })}.${part(claims)}.AAAA`],
    ['brings its own key', () => `${part({ alg: 'ES256', jwk: tokens.publicKeys()[0] })}.${part(claims)}.AAAA`],
    ['is old', () => tokens.sign({ role: 'authenticated' }, -10)],
    ['is old, by the secret', () => createTokens(SECRET).sign({ role: 'authenticated' }, -10)],
    ['has a role of the database', () => tokens.sign({ role: 'postgres' }, 60)],
    ['has no role', () => tokens.sign({}, 60)],
    ['has an odd role', () => tokens.sign({ role: ['service_role', 'x'] }, 60)],
    [
      'has no claims',
      () => new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(SECRET)),
    ],
  ])('%s', async (_what, make) => {
    expect(await tokens.verify(await make())).toBeNull();
  });

  it('is any text, and any token with one character changed', async () => {
    const valid = await tokens.sign({ role: 'authenticated', sub: 'x' }, 600);
    const [head = '', body = '', signature = ''] = valid.split('.');
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.tuple(fc.string(), fc.string(), fc.string()).map((parts) => parts.join('.')),
          fc.jsonValue().map((value) => `${head}.${part(value)}.${signature}`),
          fc.jsonValue().map((value) => `${part(value)}.${body}.${signature}`),
          fc.nat(signature.length - 4).map((at) => {
            const replacement = signature[at] === 'A' ? 'B' : 'A';
            return `${head}.${body}.${signature.slice(0, at)}${replacement}${signature.slice(at + 1)}`;
          }),
        ),
        async (token) => {
          expect(await tokens.verify(token)).toBeNull();
        },
      ),
      { ...generated(300) },
    );
    expect(await tokens.verify(valid)).toMatchObject({ sub: 'x' });
  });
});

describe('the keys', () => {
  it('are refused where they are not keys to sign with', () => {
    const cases: SigningKey[][] = [
      [{ ...key, kid: '' }],
      [{ ...key, alg: 'none' }],
      [{ ...key, alg: 'RS256' }],
      [{ ...key, alg: 'constructor' }],
      [key, { ...key, kid: 'two' }],
      [key, { ...key, key_ops: ['verify'] }],
    ];
    for (const keys of cases) expect(() => createTokens(SECRET, keys)).toThrow();
  });

  it('may be further secrets, which are never shown', async () => {
    const k = Buffer.from('a further secret, long enough for HS256').toString('base64url');
    const more = createTokens(SECRET, [{ kty: 'oct', alg: 'HS256', kid: 'more', k, key_ops: ['sign'] }]);
    expect(await more.verify(await more.sign({ role: 'anon' }, 60))).toMatchObject({ role: 'anon' });
    expect(more.publicKeys()).toEqual([]);
  });

  it('cache verified tokens until they expire', async () => {
    const token = await tokens.sign({ role: 'authenticated' }, 60);
    expect(await tokens.verify(token)).toBe(await tokens.verify(token));
  });
});

it('where any role is allowed, a token names one of the database or none', async () => {
  const open = createTokens(SECRET, [], {}, { isAnyAllowed: true, unnamed: 'visitor' });
  expect((await open.verify(await open.sign({ role: 'editor' }, 60)))?.role).toBe('editor');
  expect((await open.verify(await open.sign({}, 60)))?.role).toBe('visitor');
  expect(await open.verify(await open.sign({ role: ['editor'] }, 60))).toBeNull();
  expect(await open.verify(await open.sign({ role: 'x'.repeat(64) }, 60))).toBeNull();
});

it('a key without expiry is deterministic', async () => {
  expect(await tokens.sign({ role: 'anon' })).toBe(await createTokens(SECRET).sign({ role: 'anon' }));
});
