import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { adminFactorRoutes } from './admin-factors.ts';
import { adminLinkRoutes } from './admin-links.ts';
import { adminUserRoutes } from './admin-users.ts';
import { AuthError, authErrorResponse, authErrors } from './auth-error.ts';
import { type AuthContext, type AuthOptions, contextOf } from './auth-options.ts';
import { createDeferral } from './deferred-requests.ts';
import { factorChallengeRoutes } from './factor-challenges.ts';
import { identityRoutes } from './identity-linking.ts';
import { rejectImpersonation } from './impersonation.ts';
import { logOutRoutes } from './log-out.ts';
import { mailHandlers, mailRequestRoutes } from './mail-requests.ts';
import { newFactorRoutes } from './new-factors.ts';
import { oauthRoutes } from './oauth.ts';
import { passkeySignInRoutes } from './passkey-sign-in.ts';
import { passkeyRoutes } from './passkeys.ts';
import { addPhoneSignUp } from './phone-sign-up.ts';
import { reauthenticationRoutes } from './reauthentication.ts';
import { recoveryCodeRoutes } from './recovery-codes.ts';
import { recoveryLinkRoutes } from './recovery-links.ts';
import { serviceInfoRoutes } from './service-facts.ts';
import { addSignUp, signUpRoutes } from './sign-up.ts';
import { tokenRoutes } from './token-grants.ts';
import { userRoutes } from './user.ts';
import { verifyRoutes } from './verify.ts';

export type Auth = {
  /** Resolves when all deferred work is done. */
  idle(): Promise<void>;
  /** Handles every request below `/auth/v1`; never rejects. */
  fetch(request: Request): Promise<Response>;
};

const CORS: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Total-Count, Link, X-Supabase-Api-Version, X-Sb-Error-Code, Retry-After',
};

/**
 * The authentication service at `/auth/v1`, after GoTrue's published API: bodies and error codes are those the official
 * client reads. Tables are in schema `auth` (see migrations), whose owner `options.sql` must be.
 */
export function createAuth(options: AuthOptions): Auth {
  const auth = contextOf(options);
  const deferral = createDeferral(auth, { ...mailHandlers, signup: addSignUp, 'text-sign-up': addPhoneSignUp });
  if (auth.guardAddresses) {
    auth.defer = deferral.defer;
    deferral.resume();
  }
  const app = new Hono().basePath('/auth/v1');
  const groups = [
    signUpRoutes,
    tokenRoutes,
    userRoutes,
    logOutRoutes,
    mailRequestRoutes,
    verifyRoutes,
    reauthenticationRoutes,
    oauthRoutes,
    identityRoutes,
    newFactorRoutes,
    factorChallengeRoutes,
    recoveryCodeRoutes,
    recoveryLinkRoutes,
    passkeyRoutes,
    passkeySignInRoutes,
    serviceInfoRoutes,
    adminUserRoutes,
    adminFactorRoutes,
    adminLinkRoutes,
  ];
  app.use(rejectImpersonation(auth));
  for (const group of groups) app.route('/', group(auth));
  app.notFound((c) => authErrorResponse(authErrors.notFound(), c.req.raw));
  app.onError((error, c) => authErrorResponse(errorOf(auth, c.req.raw, error), c.req.raw));

  return {
    idle: deferral.idle,
    fetch: async (request) => {
      if (request.method === 'OPTIONS') return preflight(request);
      const response = await app.fetch(request);
      const headers = new Headers(response.headers);
      for (const [name, value] of Object.entries(CORS)) headers.set(name, value);
      headers.set('vary', 'Origin');
      // Responses carry tokens and personal data; only the public keys may be cached.
      if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
      return new Response(response.body, { status: response.status, headers });
    },
  };
}

function preflight(request: Request): Response {
  const requestedHeaders = request.headers.get('access-control-request-headers') ?? '';
  return new Response(null, {
    status: 204,
    headers: {
      ...CORS,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers':
        requestedHeaders || 'Accept, Authorization, Content-Type, apikey, X-Client-Info, X-Supabase-Api-Version',
      'access-control-max-age': '3600',
      vary: 'Access-Control-Request-Headers',
    },
  });
}

/** Maps PostgreSQL errors with a meaning here; any other becomes a 500 whose id is logged. */
function errorOf(auth: AuthContext, request: Request, error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  const {
    code = '',
    constraint,
    detail,
    message,
  } = error as {
    code?: string;
    constraint?: string;
    detail?: string;
    message: string;
  };
  if (code === '23505' && constraint === 'users_email_partial_key') {
    return request.url.includes('/signup') ? authErrors.userAlreadyExists() : authErrors.emailExists();
  }
  if (code === '23505' && constraint === 'users_phone_key') {
    return request.url.includes('/signup') ? authErrors.userAlreadyExists() : authErrors.phoneExists();
  }
  if (code === '23505' && constraint === 'identities_provider_id_provider_unique') {
    return new AuthError(422, 'identity_already_exists', 'Identity is already linked to another user');
  }
  if (code === '23505' && constraint === 'users_pkey') {
    return authErrors.validation('A user with this id already exists', 422);
  }
  // Class 22: a NUL or half a surrogate pair, valid in JSON and not in PostgreSQL's text.
  if (code.startsWith('22')) return authErrors.validation('The request holds characters that cannot be stored');
  // A trigger on our tables raises its error by private.refuse: the detail is the code.
  if (code === 'P0001' && detail && /^[a-z][a-z0-9_]{2,60}$/.test(detail)) return new AuthError(422, detail, message);
  const id = randomUUID();
  auth.log.error({ err: error, error_id: id, path: new URL(request.url).pathname }, 'auth request failed');
  if (/^(08|57P0|53300|ECONN)/.test(code)) {
    return new AuthError(503, 'unexpected_failure', 'The service is busy. Try again in a moment.', {
      headers: { 'retry-after': '2', 'x-error-id': id },
    });
  }
  return new AuthError(500, 'unexpected_failure', `Unexpected failure, please check server logs for ${id}`, {
    headers: { 'x-error-id': id },
  });
}
