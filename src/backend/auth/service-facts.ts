import { Hono } from 'hono';
import { json } from '#base/server/http.ts';
import type { AuthContext } from './auth-options.ts';

/** GET /settings, /health and the public keys: what a client may know before anyone signs in. */
export function serviceFactsRoutes(auth: AuthContext): Hono {
  return (
    new Hono()
      .get('/settings', () =>
        json({
          external: { anonymous_users: false, email: true, phone: false },
          disable_signup: auth.disableSignup,
          mailer_autoconfirm: auth.autoconfirm,
          phone_autoconfirm: false,
          sms_provider: '',
          saml_enabled: false,
        }),
      )
      // Tokens are signed with a shared secret, which has no public half.
      .get('/.well-known/jwks.json', () => json({ keys: [] }))
      .get('/health', async () => {
        await auth.sql.query('select 1');
        return json({ version: 'v1', name: 'auth', description: 'Sign-up, sign-in and sessions' });
      })
  );
}
