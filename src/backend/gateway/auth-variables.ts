import {
  type AuthSettings,
  defaultSettings,
  type ProviderSettings,
  providerNames,
} from '#backend/auth/auth-settings.ts';
import { defaultLimits, type Limit, type Limits } from '#backend/auth/rate-limits.ts';
import { checkGlobs } from '#backend/auth/redirect-globs.ts';
import { secondsIn, unusable, type Variables } from './variables.ts';

export type AuthVariables = Partial<AuthSettings> & { limits: Partial<Limits> };

const DURATION = /(Exp|Interval|Frequency|Timebox|Timeout|Duration)$/;
/** The published name of a setting: `mailerAutoconfirm` is GOTRUE_MAILER_AUTOCONFIRM. */
const nameOf = (setting: string) => `GOTRUE_${setting.replace(/[A-Z]/g, '_$&').toUpperCase()}`;

/**
 * GoTrue's variables as settings of the authentication service.
 * Source: https://github.com/supabase/auth/blob/master/README.md#configuration
 * @throws {StartError} naming the variable.
 */
export function readAuthVariables(variables: Variables): AuthVariables {
  const found: Record<string, unknown> = {};
  for (const [setting, fallback] of Object.entries(defaultSettings)) {
    const name = nameOf(setting);
    if (typeof fallback === 'boolean') found[setting] = variables.flag(name);
    else if (typeof fallback === 'string') found[setting] = variables.text(name);
    else if (typeof fallback === 'number') {
      found[setting] = DURATION.test(setting) ? variables.seconds(name) : variables.count(name, ...rangeOf(setting));
    }
  }
  const settings: Partial<AuthSettings> = {
    ...found,
    siteUrl: variables.url('GOTRUE_SITE_URL'),
    apiExternalUrl: variables.url('GOTRUE_API_EXTERNAL_URL') ?? variables.url('API_EXTERNAL_URL'),
    uriAllowList: globsIn(variables, 'GOTRUE_URI_ALLOW_LIST'),
    passwordRequiredCharacters: setsIn(variables.text('GOTRUE_PASSWORD_REQUIRED_CHARACTERS')),
    smsTestOtp: testCodesIn(variables, 'GOTRUE_SMS_TEST_OTP'),
    webauthnRpOrigins: variables.list('GOTRUE_WEBAUTHN_RP_ORIGINS'),
    external: providersIn(variables),
  };
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  return { ...given, limits: limitsIn(variables) };
}

function rangeOf(setting: string): [number, number?] {
  if (setting.endsWith('OtpLength')) return [6, 10];
  if (setting === 'passwordMinLength') return [1, 1_024];
  return [1];
}

function globsIn(variables: Variables, name: string): string[] | undefined {
  const globs = variables.list(name);
  try {
    checkGlobs(globs ?? []);
  } catch (error) {
    throw unusable(name, (error as Error).message.replace(/\.$/, ''));
  }
  return globs;
}

/** Sets of characters with a colon between them; `\:` is a colon of a set. */
function setsIn(text: string | undefined): string[] | undefined {
  return text
    ?.split(/(?<!\\):/)
    .map((set) => set.replaceAll('\\:', ':'))
    .filter(Boolean);
}

/** `4152127777=123456, …`, or with a colon. */
function testCodesIn(variables: Variables, name: string): Record<string, string> | undefined {
  const pairs = variables.list(name)?.map((pair) => {
    const [, phone, code] = /^\+?(\d{4,15})\s*[=:]\s*(\d{4,10})$/.exec(pair) ?? [];
    if (!phone || !code) throw unusable(name, 'it must be numbers with their codes, such as 4152127777=123456');
    return [phone, code] as const;
  });
  return pairs && Object.fromEntries(pairs);
}

function providersIn(variables: Variables): AuthSettings['external'] | undefined {
  const found: AuthSettings['external'] = {};
  for (const provider of providerNames) {
    const name = (what: string) => `GOTRUE_EXTERNAL_${provider.toUpperCase()}_${what}`;
    const settings: ProviderSettings = {
      enabled: variables.flag(name('ENABLED')) ?? false,
      clientId: variables.list(name('CLIENT_ID')) ?? [],
      secret: variables.text(name('SECRET')) ?? '',
      url: variables.url(name('URL')),
      redirectUri: variables.url(name('REDIRECT_URI')),
      skipNonceCheck: variables.flag(name('SKIP_NONCE_CHECK')),
      emailOptional: variables.flag(name('EMAIL_OPTIONAL')),
    };
    if (!settings.enabled) continue;
    if (settings.clientId.length === 0) throw unusable(name('CLIENT_ID'), `${name('ENABLED')} needs it`);
    if (!settings.secret) throw unusable(name('SECRET'), `${name('ENABLED')} needs it`);
    found[provider] = Object.fromEntries(
      Object.entries(settings).filter(([, value]) => value !== undefined),
    ) as ProviderSettings;
  }
  for (const name of variables.startingWith('GOTRUE_EXTERNAL_')) {
    const other = /^GOTRUE_EXTERNAL_([A-Z_]+)_ENABLED$/.exec(name)?.[1]?.toLowerCase() ?? '';
    const isOurs = ['email', 'phone', 'anonymous_users', ...providerNames].includes(other);
    if (other && !isOurs && variables.flag(name)) throw unusable(name, `this service does not speak to ${other}`);
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

/** Which of our counters a published limit sets, and over how long it counts where it doesn't say. */
const RATES: Record<string, { seconds: number; limits: (keyof Limits)[] }> = {
  EMAIL_SENT: { seconds: 3_600, limits: ['mailsPerEmail'] },
  SMS_SENT: { seconds: 3_600, limits: ['smsPerPhone'] },
  VERIFY: { seconds: 300, limits: ['verifyFailuresPerAddress', 'verifyFailuresPerEmail'] },
  TOKEN_REFRESH: { seconds: 300, limits: ['signInsPerAddress'] },
  OTP: { seconds: 300, limits: ['mailsPerAddress', 'smsPerAddress', 'signUpsPerAddress'] },
  ANONYMOUS_USERS: { seconds: 3_600, limits: ['anonymousSignInsPerAddress'] },
  PASSKEY: { seconds: 300, limits: ['externalSignInsPerAddress'] },
};

function limitsIn(variables: Variables): Partial<Limits> {
  const found: Partial<Limits> = {};
  for (const [rate, { seconds, limits }] of Object.entries(RATES)) {
    const name = `GOTRUE_RATE_LIMIT_${rate}`;
    const text = variables.text(name);
    if (text === undefined) continue;
    const limit = limitIn(text, seconds);
    if (!limit) throw unusable(name, 'it must be a number of requests, with its time if you like: 30 or 30/5m');
    for (const one of limits) found[one] = limit;
  }
  if (!variables.flag('GOTRUE_RATE_LIMIT_DISABLED')) return found;
  const none: Limit = { points: Number.POSITIVE_INFINITY, seconds: 1 };
  return Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, none])) as Limits;
}

function limitIn(text: string, usual: number): Limit | null {
  const [points = '', time] = text.split('/').map((part) => part.trim());
  const seconds = time === undefined ? usual : secondsIn(/^\d/.test(time) ? time : `1${time}`);
  if (!/^\d{1,9}(\.\d+)?$/.test(points) || !seconds) return null;
  return { points: Math.floor(Number(points)), seconds };
}
