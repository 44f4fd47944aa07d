import { createHash, type KeyObject, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';

export const CLIENT_ID = 'our-client';
export const CLIENT_SECRET = 'our-secret';

/** Who signs in at the provider, and what it plays wrong. */
export type Account = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  /** Further claims of the ID token, also wrong ones. */
  claims?: Record<string, unknown>;
  /** The ID token is signed with a key nobody published. */
  forged?: boolean;
  /** The token request is refused with this OAuth error. */
  refusal?: string;
};

type Pending = {
  account: Account;
  nonce: string | undefined;
  challenge: string;
  redirectUri: string;
  issuer: string;
};

/** A provider on this machine that speaks OpenID Connect, GitHub's and Facebook's interface. For tests. */
export type LocalProvider = {
  url: string;
  /** A browser signs in as `account` at the address we sent it to: answers where the provider sends it back to. */
  signIn(address: string, account: Account | null): URL;
  /** An ID token as an app gets it by itself. */
  idToken(account: Account, claims?: Record<string, unknown>): Promise<string>;
  /** Every authorization request, taken apart. */
  asked: URLSearchParams[];
  /** Who a real browser signs in as that comes to the provider's page; null: they press "Cancel" there. */
  present: Account | null;
  /** Apple’s: secrets of `keyId` signed by a team with this key count too. */
  teamKey: { teamId: string; keyId: string; publicKey: KeyObject } | undefined;
  close(): Promise<void>;
};

export async function openLocalProvider(): Promise<LocalProvider> {
  const right = await generateKeyPair('RS256');
  const wrong = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(right.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const pending = new Map<string, Pending>();
  const people = new Map<string, Account>();
  const asked: URLSearchParams[] = [];
  let url = '';

  const idToken = (account: Account, more: Record<string, unknown> = {}, issuer = url) => {
    const { sub, email, email_verified, name } = account;
    const claims = { sub, email, email_verified, name, iss: issuer, aud: CLIENT_ID, ...more, ...account.claims };
    const token = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).setIssuedAt();
    if (!('exp' in claims)) token.setExpirationTime('5m');
    return token.sign(account.forged ? wrong.privateKey : right.privateKey);
  };

  const isOwnSecret = async (secret: string) => {
    if (secret === CLIENT_SECRET) return true;
    const { teamKey } = provider;
    if (!teamKey) return false;
    const named = { issuer: teamKey.teamId, subject: CLIENT_ID, audience: 'https://appleid.apple.com' };
    return jwtVerify(secret, teamKey.publicKey, { ...named, algorithms: ['ES256'] }).then(
      ({ protectedHeader }) => protectedHeader.kid === teamKey.keyId,
      () => false,
    );
  };

  async function token(form: URLSearchParams): Promise<[number, unknown]> {
    const isOurs = form.get('client_id') === CLIENT_ID && (await isOwnSecret(form.get('client_secret') ?? ''));
    if (!isOurs) return [401, { error: 'invalid_client' }];
    const code = form.get('code') ?? '';
    const wanted = pending.get(code);
    pending.delete(code);
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!wanted || verifier !== wanted.challenge || form.get('redirect_uri') !== wanted.redirectUri) {
      return [400, { error: 'invalid_grant' }];
    }
    if (wanted.account.refusal) return [400, { error: wanted.account.refusal }];
    const accessToken = `access-${randomUUID()}`;
    people.set(accessToken, wanted.account);
    return [
      200,
      {
        access_token: accessToken,
        token_type: 'bearer',
        expires_in: 3_600,
        refresh_token: 'refresh-of-provider',
        ...(wanted.nonce ? { id_token: await idToken(wanted.account, { nonce: wanted.nonce }, wanted.issuer) } : {}),
      },
    ];
  }

  function interfaceOf(path: string, account: Account | undefined): [number, unknown] {
    if (!account) return [401, { message: 'Bad credentials' }];
    const { sub, email, email_verified: verified, name } = account;
    if (path === '/api/v3/user')
      return [200, { id: Number(sub), login: `login-${sub}`, name, avatar_url: `${url}/a.png` }];
    if (path === '/api/v3/user/emails') {
      return [
        200,
        email
          ? [
              { email, primary: true, verified },
              { email: `work-${email}`, primary: false, verified: false },
            ]
          : [],
      ];
    }
    if (path === '/me') return [200, { id: sub, email, name, picture: { data: { url: `${url}/p.png` } } }];
    return [404, {}];
  }

  const server = createServer(async (message, response) => {
    const { pathname } = new URL(message.url ?? '/', url);
    if (/\/(?:authorize|dialog\/oauth)$/.test(pathname)) {
      response.writeHead(302, { location: backFrom(url + message.url, provider.present).href }).end();
      return;
    }
    const issuer = pathname.startsWith('/v2.0') ? `${url}/v2.0` : url;
    const [status, body] = pathname.endsWith('/.well-known/openid-configuration')
      ? [
          200,
          {
            issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${url}/token`,
            jwks_uri: `${url}/keys`,
            id_token_signing_alg_values_supported: ['RS256'],
            response_types_supported: ['code'],
            subject_types_supported: ['public'],
          },
        ]
      : pathname === '/keys'
        ? [200, { keys: [jwk] }]
        : ['/token', '/login/oauth/access_token', '/oauth/access_token'].includes(pathname)
          ? await token(await formOf(message))
          : interfaceOf(pathname, people.get((message.headers.authorization ?? '').replace('Bearer ', '')));
    response.writeHead(Number(status), { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function backFrom(address: string, account: Account | null): URL {
    const query = new URL(address).searchParams;
    asked.push(query);
    const code = randomUUID();
    const redirectUri = query.get('redirect_uri') ?? '';
    const back = new URL(redirectUri);
    back.searchParams.set('state', query.get('state') ?? '');
    if (!account) {
      back.searchParams.set('error', 'access_denied');
      return back;
    }
    back.searchParams.set('code', code);
    pending.set(code, {
      account,
      nonce: query.get('nonce') ?? undefined,
      challenge: query.get('code_challenge') ?? '',
      redirectUri,
      // Azure's issuer has a path, and everything of it lies below.
      issuer: new URL(address).pathname.startsWith('/v2.0') ? `${url}/v2.0` : url,
    });
    return back;
  }
  const provider: LocalProvider = {
    url,
    asked,
    present: null,
    teamKey: undefined,
    idToken: (account, claims) => idToken(account, claims),
    signIn: backFrom,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return provider;
}

async function formOf(message: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of message) text += chunk;
  return new URLSearchParams(text);
}
