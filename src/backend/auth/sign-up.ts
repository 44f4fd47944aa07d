import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { z } from 'zod';
import { json } from '#base/server/http.ts';
import { recordAudit } from './audit.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { type Challenge, challengeIn } from './flow-state.ts';
import { mailLink, redirectTarget } from './mailed-links.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { challengeShape, clientAddress, email, mergeMetadata, metadata, readInput } from './request-input.ts';
import { startSession } from './sessions.ts';
import { findUserByEmail, insertUser, userJson } from './users.ts';

const shape = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: metadata.nullish(),
  ...challengeShape,
});

/** POST /signup with e-mail and password. */
export function signUpRoutes(auth: AuthContext): Hono {
  return new Hono().post('/signup', async (c) => {
    const request = c.req.raw;
    const input = await readInput(request, shape);
    if (auth.disableSignup) throw authErrors.signupDisabled();
    if (!input.email && input.phone) {
      throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
    }
    if (!input.email) {
      throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
    }
    if (!input.password) throw authErrors.validation('Signup requires a valid password');
    const address = parseEmail(input.email);
    checkPassword(input.password, auth.passwordRules);
    const wanted = {
      address,
      userMetadata: mergeMetadata({}, input.data ?? {}),
      challenge: challengeIn(input),
    };
    await auth.rateLimits.consume({ limit: 'signUpsPerAddress', key: clientAddress(request) });
    // Hashed also for an address that is taken: the time must not tell.
    const encryptedPassword = await hashPassword(input.password);
    const answer = auth.autoconfirm
      ? await signUpAtOnce(auth, request, { ...wanted, encryptedPassword })
      : await signUpByMail(auth, request, { ...wanted, encryptedPassword });
    return json(answer);
  });
}

/** @throws {AuthError} 400 validation_failed. */
export function parseEmail(text: string): string {
  const parsed = email.safeParse(text);
  if (!parsed.success) throw authErrors.validation('Unable to validate email address: invalid format');
  return parsed.data;
}

type SignUp = {
  address: string;
  encryptedPassword: string;
  userMetadata: Record<string, unknown>;
  challenge: Challenge | undefined;
};

async function signUpAtOnce(auth: AuthContext, request: Request, wanted: SignUp): Promise<object> {
  // An unconfirmed row counts as taken too: an invitation must not be claimed by whoever knows the address.
  if (await findUserByEmail(auth.sql, wanted.address)) throw authErrors.userAlreadyExists();
  const scope = await auth.scopeOf(request);
  return auth.sql.transaction(async (tx) => {
    const user = await insertUser(tx, {
      email: wanted.address,
      encryptedPassword: wanted.encryptedPassword,
      isConfirmed: true,
      userMetadata: wanted.userMetadata,
      scope,
    });
    await recordAudit(tx, request, 'user_signedup', user, { provider: 'email' });
    return startSession(auth, tx, request, user, 'password');
  });
}

/** Answers alike for a new and a known address, as GoTrue does: who is registered is told by mail alone. */
async function signUpByMail(auth: AuthContext, request: Request, wanted: SignUp): Promise<object> {
  await auth.rateLimits.consume({ limit: 'mailsPerEmail', key: wanted.address });
  const scope = await auth.scopeOf(request);
  return auth.sql.transaction(async (tx) => {
    const existing = await findUserByEmail(tx, wanted.address);
    if (existing?.email_confirmed_at) {
      await recordAudit(tx, request, 'user_repeated_signup', existing);
      return obfuscatedUser(wanted);
    }
    const user =
      existing ??
      (await insertUser(tx, {
        email: wanted.address,
        encryptedPassword: wanted.encryptedPassword,
        isConfirmed: false,
        userMetadata: wanted.userMetadata,
        scope,
      }));
    await recordAudit(tx, request, 'user_confirmation_requested', user);
    await mailLink(auth, tx, request, {
      user,
      to: wanted.address,
      type: 'signup',
      slot: 'confirmation_token',
      redirectTo: redirectTarget(auth, request),
      challenge: wanted.challenge,
    });
    return userJson((await findUserByEmail(tx, wanted.address)) ?? user);
  });
}

function obfuscatedUser(wanted: SignUp): object {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: 'authenticated',
    email: wanted.address,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: wanted.userMetadata,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
