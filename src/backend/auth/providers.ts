import type { ProviderName, ProviderSettings } from './auth-settings.ts';

/** A person as another provider describes them. */
export type ExternalPerson = {
  /** The provider's id of the person. */
  subject: string;
  emails: { email: string; isVerified: boolean; isPrimary: boolean }[];
  /** `identity_data` under the published names (`name`, `full_name`, `avatar_url`, `user_name`, …). */
  data: Record<string, unknown>;
};

type Claims = Record<string, unknown>;

/** An OpenID Connect provider: everything is in its ID token. */
export type ConnectProvider = {
  kind: 'connect';
  issuer: (settings: ProviderSettings) => string;
  scopes: string;
  /** Parameters of its own for the authorization request. */
  extra?: Record<string, string>;
  isEmailVerified(claims: Claims, settings: ProviderSettings): boolean;
};

/** A provider with OAuth only: the person is read from its API. */
export type PlainProvider = {
  kind: 'plain';
  endpoints: (settings: ProviderSettings) => { authorize: string; token: string; api: string };
  scopes: string;
  personOf(
    api: string,
    settings: ProviderSettings,
    fetchApi: (url: string) => Promise<unknown>,
  ): Promise<ExternalPerson>;
};

const base = (settings: ProviderSettings, url: string) => (settings.url || url).replace(/\/+$/, '');
const isTrue = (value: unknown) => value === true || value === 'true' || value === 1 || value === '1';

export const providers: Record<ProviderName, ConnectProvider | PlainProvider> = {
  google: {
    kind: 'connect',
    issuer: (settings) => base(settings, 'https://accounts.google.com'),
    scopes: 'openid email profile',
    isEmailVerified: (claims) => isTrue(claims.email_verified),
  },
  apple: {
    kind: 'connect',
    issuer: (settings) => base(settings, 'https://appleid.apple.com'),
    scopes: 'openid email name',
    // With the scope `name` Apple calls back by a form only.
    extra: { response_mode: 'form_post' },
    isEmailVerified: (claims) => isTrue(claims.email_verified),
  },
  azure: {
    kind: 'connect',
    issuer: (settings) => `${base(settings, 'https://login.microsoftonline.com/common')}/v2.0`,
    scopes: 'openid email profile',
    // In their own tenant anybody may set any address: it counts where Microsoft says that the tenant owns its domain,
    // or where the operator configured one trusted tenant.
    isEmailVerified: (claims, settings) =>
      claims.xms_edov === undefined
        ? !/\/(common|organizations|consumers)$/.test(base(settings, 'https://login.microsoftonline.com/common'))
        : isTrue(claims.xms_edov),
  },
  github: {
    kind: 'plain',
    endpoints: (settings) => {
      const host = base(settings, 'https://github.com');
      return {
        authorize: `${host}/login/oauth/authorize`,
        token: `${host}/login/oauth/access_token`,
        api: settings.url ? `${host}/api/v3` : 'https://api.github.com',
      };
    },
    scopes: 'user:email',
    personOf: async (api, _settings, fetchApi) => {
      const user = recordOf(await fetchApi(`${api}/user`));
      const list = await fetchApi(`${api}/user/emails`);
      const emails = (Array.isArray(list) ? list : [])
        .map(recordOf)
        .flatMap((entry) =>
          typeof entry.email === 'string'
            ? [{ email: entry.email, isVerified: entry.verified === true, isPrimary: entry.primary === true }]
            : [],
        );
      const name = textOf(user.name) || textOf(user.login);
      return personFrom(String(user.id ?? ''), emails, {
        iss: api,
        name,
        full_name: name,
        user_name: textOf(user.login),
        preferred_username: textOf(user.login),
        avatar_url: textOf(user.avatar_url),
      });
    },
  },
  facebook: {
    kind: 'plain',
    endpoints: (settings) => {
      const graph = base(settings, 'https://graph.facebook.com');
      return {
        authorize: `${base(settings, 'https://www.facebook.com')}/dialog/oauth`,
        token: `${graph}/oauth/access_token`,
        api: graph,
      };
    },
    scopes: 'email',
    personOf: async (api, _settings, fetchApi) => {
      const user = recordOf(await fetchApi(`${api}/me?fields=id,email,first_name,last_name,name,picture`));
      const picture = recordOf(recordOf(user.picture).data);
      const name = textOf(user.name) || [user.first_name, user.last_name].map(textOf).join(' ').trim();
      // Facebook returns only addresses it has confirmed.
      const emails = textOf(user.email) ? [{ email: textOf(user.email), isVerified: true, isPrimary: true }] : [];
      return personFrom(textOf(user.id), emails, {
        iss: api,
        name,
        full_name: name,
        nickname: name,
        slug: name,
        avatar_url: textOf(picture.url),
        picture: textOf(picture.url),
      });
    },
  },
};

/** A person from the claims of an ID token. `extra`: what Apple sends beside it, on the first sign-in only. */
export function personOfClaims(
  provider: ConnectProvider,
  settings: ProviderSettings,
  claims: Claims,
  extra: Claims = {},
): ExternalPerson {
  const email = textOf(claims.email);
  const isVerified = email !== '' && provider.isEmailVerified(claims, settings);
  const first = recordOf(extra.name);
  const name = textOf(claims.name) || [first.firstName, first.lastName].map(textOf).filter(Boolean).join(' ');
  const custom = Object.fromEntries(
    ['hd', 'tid', 'oid', 'auth_time', 'is_private_email']
      .filter((key) => claims[key] !== undefined)
      .map((key) => [key, claims[key]]),
  );
  return personFrom(textOf(claims.sub), email ? [{ email, isVerified, isPrimary: true }] : [], {
    iss: textOf(claims.iss),
    name,
    full_name: name,
    preferred_username: textOf(claims.preferred_username),
    picture: textOf(claims.picture),
    avatar_url: textOf(claims.picture),
    ...(Object.keys(custom).length > 0 ? { custom_claims: custom } : {}),
  });
}

function personFrom(subject: string, emails: ExternalPerson['emails'], data: Claims): ExternalPerson {
  const lower = emails.map((entry) => ({ ...entry, email: entry.email.trim().toLowerCase() }));
  const primary = lower.find((entry) => entry.isPrimary) ?? lower[0];
  const present = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== ''));
  return {
    subject,
    emails: lower,
    data: {
      ...present,
      sub: subject,
      provider_id: subject,
      ...(primary ? { email: primary.email } : {}),
      email_verified: primary?.isVerified ?? false,
      phone_verified: false,
    },
  };
}

function recordOf(value: unknown): Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 2_048) : typeof value === 'number' ? String(value) : '';
}
