import { createTokens, type SigningKey, type Tokens } from '#base/server/tokens.ts';
import { unusable, type Variables } from './variables.ts';

export type TokenVariables = {
  /** Undefined: generated once and stored in the data folder. */
  secret: string | undefined;
  /** Rotated secrets: still decrypt what they encrypted and verify what they signed until it expires. */
  formerSecrets: string[];
  keys: SigningKey[];
  anonKey: string | undefined;
  serviceRoleKey: string | undefined;
};

const MIN_SECRET_LENGTH = 32;
const SECRETS = ['JWT_SECRET', 'PGRST_JWT_SECRET', 'GOTRUE_JWT_SECRET'];

/** @throws {StartError} naming the variable. */
export function readTokenVariables(variables: Variables): TokenVariables {
  const keys = keysIn('GOTRUE_JWT_KEYS', variables.text('GOTRUE_JWT_KEYS'));
  let secret: string | undefined;
  let from = '';
  for (const name of SECRETS) {
    const text = variables.text(name);
    if (text === undefined) continue;
    const value = text.startsWith('{') ? secretOfKeys(name, text, keys) : text;
    if (value === undefined) continue;
    if (value.length < MIN_SECRET_LENGTH) throw unusable(name, `it must have at least ${MIN_SECRET_LENGTH} characters`);
    if (secret !== undefined && secret !== value) throw unusable(name, `it must be the same as ${from}`);
    secret = value;
    from = name;
  }
  const formerSecrets = variables.list('JWT_FORMER_SECRETS') ?? [];
  if (formerSecrets.some((former) => former.length < MIN_SECRET_LENGTH))
    throw unusable('JWT_FORMER_SECRETS', `each must have at least ${MIN_SECRET_LENGTH} characters`);
  if (secret !== undefined && formerSecrets.includes(secret))
    throw unusable('JWT_FORMER_SECRETS', `it names the present ${from}`);
  try {
    createTokens(secret ?? '', keys);
  } catch (error) {
    throw unusable('GOTRUE_JWT_KEYS', (error as Error).message.replace(/\.$/, ''));
  }
  return {
    secret,
    formerSecrets,
    keys,
    anonKey: variables.text('ANON_KEY'),
    serviceRoleKey: variables.text('SERVICE_ROLE_KEY'),
  };
}

function keysIn(name: string, text: string | undefined): SigningKey[] {
  if (text === undefined) return [];
  const json = parseObject(name, text) as { keys?: SigningKey[] } | SigningKey[];
  const keys = Array.isArray(json) ? json : json.keys;
  if (!Array.isArray(keys)) throw unusable(name, 'it must be a JSON list of keys (JWK)');
  return keys;
}

/** PGRST_JWT_SECRET may be a key or a key set: its symmetric key is the shared secret, the others only verify. */
function secretOfKeys(name: string, text: string, keys: SigningKey[]): string | undefined {
  const json = parseObject(name, text) as { keys?: SigningKey[] };
  let secret: string | undefined;
  for (const key of Array.isArray(json.keys) ? json.keys : [json as SigningKey]) {
    if (key.kty === 'oct' && secret === undefined) secret = Buffer.from(key.k ?? '', 'base64url').toString();
    else if (!keys.some((existing) => existing.kid === key.kid)) keys.push({ ...key, key_ops: ['verify'] });
  }
  return secret;
}

function parseObject(name: string, text: string): object {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null) return json;
  } catch {
    // Reported below, as for any other text that is no JSON object.
  }
  throw unusable(name, 'it must be JSON');
}

/**
 * Resolves the anon and the service role key: the configured ones, else derived from the secret, the same every time.
 * @throws {StartError} where a configured key is invalid or has another role.
 */
export async function keysOf(
  { anonKey, serviceRoleKey }: Pick<TokenVariables, 'anonKey' | 'serviceRoleKey'>,
  tokens: Tokens,
): Promise<{ anon_key: string; service_role_key: string }> {
  const check = async (name: string, key: string | undefined, role: 'anon' | 'service_role') => {
    if (key === undefined) return tokens.sign({ role, iss: 'stoa' });
    const claims = await tokens.verify(key);
    if (!claims) throw unusable(name, 'the secret did not sign it, or it has expired');
    if (claims.role !== role) throw unusable(name, `it is a key of ${claims.role}, not of ${role}`);
    return key;
  };
  return {
    anon_key: await check('ANON_KEY', anonKey, 'anon'),
    service_role_key: await check('SERVICE_ROLE_KEY', serviceRoleKey, 'service_role'),
  };
}
