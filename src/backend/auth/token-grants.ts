import { Hono } from 'hono';
import { z } from 'zod';
import { json } from '#base/server/http.ts';
import { recordAudit, recordFailure } from './audit.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { redeemAuthCode } from './flow-state.ts';
import { idTokenGrant } from './id-token-grant.ts';
import { scopeToTake } from './one-time-tokens.ts';
import { hashPassword, isOwnHash, isPassword, weaknessOf } from './passwords.ts';
import { phoneAsStored, phoneField } from './phones.ts';
import type { CounterKey } from './rate-limits.ts';
import { refreshSession } from './refresh.ts';
import { clientNetwork, readInput } from './request-input.ts';
import { startSession, type TokenResponse } from './sessions.ts';
import { isPhoneOffered } from './texted-codes.ts';
import { storePassword } from './user-changes.ts';
import { findUserByEmail, findUserById, findUserByPhone, isBanned } from './users.ts';

type Grant = (auth: AuthContext, request: Request) => Promise<TokenResponse>;

/** POST /token?grant_type=…: every grant that yields a token pair without a mail. */
const grants: Record<string, Grant> = {
  password: passwordGrant,
  refresh_token: refreshGrant,
  pkce: pkceGrant,
  id_token: idTokenGrant,
  web3: () => Promise.reject(authErrors.web3Disabled()),
};

export function tokenRoutes(auth: AuthContext): Hono {
  return new Hono().post('/token', async (c) => {
    const name = c.req.query('grant_type') ?? '';
    const grant = Object.hasOwn(grants, name) ? grants[name] : undefined;
    if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
    return json(await grant(auth, c.req.raw));
  });
}

const passwordShape = z.object({
  email: z.string().max(1_024).nullish(),
  phone: phoneField,
  password: z.string().max(4_096).nullish(),
});

async function passwordGrant(auth: AuthContext, request: Request): Promise<TokenResponse> {
  const input = await readInput(request, passwordShape);
  if (input.email && input.phone) {
    throw authErrors.validation('Only an email address or phone number should be provided on login.');
  }
  if (!input.email && !input.phone) throw authErrors.validation('missing email or phone');
  const isMail = Boolean(input.email);
  if (isMail && !auth.externalEmailEnabled) {
    throw new AuthError(422, 'email_provider_disabled', 'Email logins are disabled');
  }
  if (!isMail && !(await isPhoneOffered(auth, request))) {
    throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  }
  const login = isMail ? (input.email ?? '').trim().toLowerCase() : phoneAsStored(input.phone ?? '');
  const address = clientNetwork(request);
  const failures: CounterKey[] = [
    { limit: 'signInFailures', key: `${address} ${login}` },
    { limit: 'signInFailuresPerAddress', key: address },
    { limit: 'signInFailuresPerEmail', key: login },
  ];
  await auth.rateLimits.consume({ limit: 'signInsPerAddress', key: address });
  await auth.rateLimits.requireCapacity(...failures);
  const user = await (isMail ? findUserByEmail(auth.sql, login) : findUserByPhone(auth.sql, login));
  const password = input.password ?? '';
  const isRight = await isPassword(user?.encrypted_password, password);
  if (!user || !isRight || user.deleted_at) {
    await recordFailure(auth, request, 'login_failed', { user, address: login });
    await auth.rateLimits.consume(...failures);
    throw authErrors.invalidCredentials();
  }
  // Checked again: parallel guesses must not get more results than sequential ones.
  await auth.rateLimits.requireCapacity(...failures);
  if (isBanned(user)) throw authErrors.userBanned();
  if (isMail && !user.email_confirmed_at) {
    if (!auth.guardAddresses) throw authErrors.emailNotConfirmed();
    // A stranger who signs up with an address and then signs in would learn that it was not registered.
    await auth.rateLimits.consume(...failures);
    throw authErrors.invalidCredentials();
  }
  if (!isMail && !user.phone_confirmed_at) {
    if (!auth.guardAddresses) throw authErrors.phoneNotConfirmed();
    await auth.rateLimits.consume(...failures);
    throw authErrors.invalidCredentials();
  }
  const provider = isMail ? 'email' : 'phone';
  const newHash = isOwnHash(user.encrypted_password) ? null : await hashPassword(password);
  const tokens = await auth.sql.transaction(async (tx) => {
    if (newHash) await storePassword(tx, user.id, newHash);
    await recordAudit(tx, request, 'login', user, { provider });
    return startSession(auth, tx, request, user, 'password', provider);
  });
  const weakness = weaknessOf(password, auth);
  return weakness ? { ...tokens, weak_password: weakness } : tokens;
}

async function refreshGrant(auth: AuthContext, request: Request): Promise<TokenResponse> {
  const { refresh_token: token } = await readInput(
    request,
    z.object({ refresh_token: z.string().max(1_024).nullish() }),
  );
  if (!token) throw authErrors.validation('refresh_token required');
  return refreshSession(auth, request, token);
}

const pkceShape = z.object({
  auth_code: z.string().max(1_024).nullish(),
  code_verifier: z.string().max(1_024).nullish(),
});

async function pkceGrant(auth: AuthContext, request: Request): Promise<TokenResponse> {
  const { auth_code: code, code_verifier: verifier } = await readInput(request, pkceShape);
  if (!code || !verifier) {
    throw authErrors.validation('invalid request: both auth code and code verifier should be non-empty');
  }
  const scope = await scopeToTake(auth, request);
  const outcome = await auth.sql.transaction(async (tx) => {
    const flow = await redeemAuthCode(tx, code, verifier, scope);
    if (flow instanceof Error) return flow;
    const user = await findUserById(tx, flow.userId);
    if (!user || user.deleted_at) return authErrors.userNotFound();
    if (isBanned(user)) return authErrors.userBanned();
    await recordAudit(tx, request, 'login', user, { provider_type: flow.provider });
    const session = await startSession(auth, tx, request, user, flow.method, flow.provider);
    return {
      ...session,
      ...(flow.providerToken ? { provider_token: auth.encryption.decrypt(flow.id, flow.providerToken) } : {}),
      ...(flow.providerRefreshToken
        ? { provider_refresh_token: auth.encryption.decrypt(flow.id, flow.providerRefreshToken) }
        : {}),
    };
  });
  if (outcome instanceof Error) throw outcome;
  return outcome;
}
