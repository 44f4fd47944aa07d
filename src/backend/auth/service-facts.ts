import { Hono } from 'hono';
import { json } from '#base/server/http.ts';
import { authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { providerNames } from './auth-settings.ts';
import { isPhoneOffered } from './texted-codes.ts';

/** The providers of the published response; unsupported ones are reported as off. */
const published = [
  ...['apple', 'azure', 'bitbucket', 'discord', 'facebook', 'figma', 'fly', 'github', 'gitlab', 'google', 'keycloak'],
  ...['kakao', 'linkedin', 'linkedin_oidc', 'notion', 'snapchat', 'spotify', 'slack', 'slack_oidc', 'twitch'],
  ...['twitter', 'workos', 'zoom'],
];

/** GET /settings, /health and the public keys: what a client may read before signing in. */
export function serviceInfoRoutes(auth: AuthContext): Hono {
  return (
    new Hono()
      .get('/settings', async (c) => {
        const { scopeOf, sharedCallback } = auth;
        const external = sharedCallback ? await sharedCallback.settingsOf(await scopeOf(c.req.raw)) : auth.external;
        return json({
          external: {
            anonymous_users: auth.externalAnonymousUsersEnabled,
            ...Object.fromEntries(published.map((name) => [name, false])),
            ...Object.fromEntries(providerNames.map((name) => [name, external[name]?.enabled ?? false])),
            email: auth.externalEmailEnabled,
            phone: await isPhoneOffered(auth, c.req.raw),
          },
          disable_signup: auth.disableSignup,
          mailer_autoconfirm: auth.mailerAutoconfirm,
          phone_autoconfirm: auth.smsAutoconfirm,
          sms_provider: '',
          saml_enabled: false,
          passkeys_enabled: auth.passkeyEnabled,
        });
      })
      // SAML single sign-on is off; the error is the published one.
      .all('/sso', () => Promise.reject(authErrors.samlDisabled()))
      .all('/sso/*', () => Promise.reject(authErrors.samlDisabled()))
      .get('/.well-known/jwks.json', () =>
        // A new key is published at least that long before it signs, so cached copies have it by then.
        json({ keys: auth.tokens.publicKeys() }, 200, { 'cache-control': 'public, max-age=600' }),
      )
      .get('/health', async () => {
        await auth.sql.query('select 1');
        return json({ version: 'v1', name: 'auth', description: 'Sign-up, sign-in and sessions' });
      })
  );
}
