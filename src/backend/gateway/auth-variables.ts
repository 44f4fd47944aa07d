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
/** The environment variable of a setting: `mailerAutoconfirm` is GOTRUE_MAILER_AUTOCONFIRM. */
const nameOf = (setting: string) => `GOTRUE_${setting.replace(/[A-Z]/g, '_$&').toUpperCase()}`;

/**
 * Reads GoTrue's variables as settings of the authentication service.
 * Source: https://github.com/supabase/auth/blob/master/README.md#configuration
 * @throws {StartError} naming the variable.
 */
export function readAuthVariables(variables: Variables): AuthVariables {
  const values: Record<string, unknown> = {};
  for (const [setting, fallback] of Object.entries(defaultSettings)) {
    const name = nameOf(setting);
    if (typeof fallback === 'boolean') values[setting] = variables.flag(name);
    else if (typeof fallback === 'string') values[setting] = variables.text(name);
    else if (typeof fallback === 'number') {
      values[setting] = DURATION.test(setting) ? variables.seconds(name) : variables.count(name, ...rangeOf(setting));
    }
  }
  const settings: Partial<AuthSettings> = {
    ...values,
    siteUrl: variables.url('GOTRUE_SITE_URL'),
    apiExternalUrl: variables.url('GOTRUE_API_EXTERNAL_URL') ?? variables.url('API_EXTERNAL_URL'),
    uriAllowList: globsIn(variables, 'GOTRUE_URI_ALLOW_LIST'),
    passwordRequiredCharacters: setsIn(variables.text('GOTRUE_PASSWORD_REQUIRED_CHARACTERS')),
    smsTestOtp: testCodesIn(variables, 'GOTRUE_SMS_TEST_OTP'),
    webauthnRpOrigins: variables.list('GOTRUE_WEBAUTHN_RP_ORIGINS'),
    external: providersIn(variables),
  };
  const defined = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  return { ...defined, limits: limitsIn(variables) };
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

/** Reads sets of characters separated by colons; `\:` is a literal colon. */
function setsIn(text: string | undefined): string[] | undefined {
  return text
    ?.split(/(?<!\\):/)
    .map((set) => set.replaceAll('\\:', ':'))
    .filter(Boolean);
}

/** Reads test codes by phone number: `4152127777=123456, …`, or with a colon. */
function testCodesIn(variables: Variables, name: string): Record<string, string> | undefined {
  const pairs = variables.list(name)?.map((pair) => {
    const [, phone, code] = /^\+?(\d{4,15})\s*[=:]\s*(\d{4,10})$/.exec(pair) ?? [];
    if (!phone || !code) throw unusable(name, 'it must be numbers with their codes, such as 4152127777=123456');
    return [phone, code] as const;
  });
  return pairs && Object.fromEntries(pairs);
}

function providersIn(variables: Variables): AuthSettings['external'] | undefined {
  const external: AuthSettings['external'] = {};
  for (const provider of providerNames) {
    const name = (suffix: string) => `GOTRUE_EXTERNAL_${provider.toUpperCase()}_${suffix}`;
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
    external[provider] = Object.fromEntries(
      Object.entries(settings).filter(([, value]) => value !== undefined),
    ) as ProviderSettings;
  }
  for (const name of variables.startingWith('GOTRUE_EXTERNAL_')) {
    const provider = /^GOTRUE_EXTERNAL_([A-Z_]+)_ENABLED$/.exec(name)?.[1]?.toLowerCase() ?? '';
    const isOurs = ['email', 'phone', 'anonymous_users', ...providerNames].includes(provider);
    if (provider && !isOurs && variables.flag(name)) throw unusable(name, `this service does not speak to ${provider}`);
  }
  return Object.keys(external).length > 0 ? external : undefined;
}

/** The counters each published rate limit sets, and its window in seconds where the variable gives none. */
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
  const result: Partial<Limits> = {};
  for (const [rate, { seconds, limits }] of Object.entries(RATES)) {
    const name = `GOTRUE_RATE_LIMIT_${rate}`;
    const text = variables.text(name);
    if (text === undefined) continue;
    const limit = limitIn(text, seconds);
    if (!limit) throw unusable(name, 'it must be a number of requests, with its time if you like: 30 or 30/5m');
    for (const counter of limits) result[counter] = limit;
  }
  if (!variables.flag('GOTRUE_RATE_LIMIT_DISABLED')) return result;
  const none: Limit = { points: Number.POSITIVE_INFINITY, seconds: 1 };
  return Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, none])) as Limits;
}

function limitIn(text: string, defaultSeconds: number): Limit | null {
  const [points = '', time] = text.split('/').map((part) => part.trim());
  const seconds = time === undefined ? defaultSeconds : secondsIn(/^\d/.test(time) ? time : `1${time}`);
  if (!/^\d{1,9}(\.\d+)?$/.test(points) || !seconds) return null;
  return { points: Math.floor(Number(points)), seconds };
}
