import { recordAudit } from './audit.ts';
import { authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { clientNetwork } from './request-input.ts';
import { startSession, type TokenResponse } from './sessions.ts';
import { insertUser } from './users.ts';

/**
 * Creates a user without any address and signs them in as `is_anonymous`: adding an e-mail, a number or an identity
 * makes them a regular user with the same id. @throws {AuthError} 422 anonymous_provider_disabled.
 */
export async function signInAnonymously(
  auth: AuthContext,
  request: Request,
  userMetadata: Record<string, unknown>,
): Promise<TokenResponse> {
  if (!auth.externalAnonymousUsersEnabled) throw authErrors.anonymousDisabled();
  await auth.rateLimits.consume({ limit: 'anonymousSignInsPerAddress', key: clientNetwork(request) });
  const scope = await auth.scopeOf(request);
  return auth.sql.transaction(async (tx) => {
    const user = await insertUser(tx, {
      encryptedPassword: null,
      isConfirmed: false,
      isAnonymous: true,
      userMetadata,
      scope,
    });
    await recordAudit(tx, request, 'user_signedup', user, { provider: 'anonymous' });
    return startSession(auth, tx, request, user, 'anonymous', '');
  });
}
