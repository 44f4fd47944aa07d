import type { Environment } from '#base/server/environment.ts';

const LOCAL = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[::1\]|)$/;

/** What an operator of a real installation should change, one sentence each; nothing while trying out. */
export function startWarnings(environment: Environment): string[] {
  if (environment.NODE_ENV !== 'production') return [];
  const warnings: string[] = [];
  if (environment.SEED !== 'none') {
    warnings.push('The demo is seeded, and its password is published: set SEED=none and begin with an empty DATA_DIR.');
  }
  if (!environment.SMTP_URL) {
    warnings.push('SMTP_URL is not set: nobody can prove their address, and sign-up tells who is registered.');
  }
  if (!environment.FILES_ORIGIN && !environment.BACKEND_URL) {
    warnings.push('FILES_ORIGIN is not set: uploaded files are served from the hosts where people sign in.');
  }
  if (environment.TWILIO_ACCOUNT_SID && !environment.SMS_COUNTRIES) {
    warnings.push('SMS_COUNTRIES is not set: texts go to numbers of any country, and some countries cost a lot.');
  }
  for (const [name, url] of Object.entries(cleartext(environment))) {
    if (url) warnings.push(`${name} leads to another machine without TLS: what goes there can be read on the way.`);
  }
  return warnings;
}

/** Addresses of other machines that are reached in the clear. */
function cleartext(environment: Environment): Record<string, boolean> {
  const { DATABASE_URL, REDIS_URL, S3_ENDPOINT, BACKEND_URL } = environment;
  const is = (text: string | undefined, test: (url: URL) => boolean) => {
    const url = text ? URL.parse(text) : null;
    return url !== null && !LOCAL.test(url.hostname) && test(url);
  };
  return {
    DATABASE_URL: is(
      DATABASE_URL,
      (url) => !/^(?:require|verify-ca|verify-full)$/.test(url.searchParams.get('sslmode') ?? ''),
    ),
    REDIS_URL: is(REDIS_URL, (url) => url.protocol === 'redis:'),
    S3_ENDPOINT: is(S3_ENDPOINT, (url) => url.protocol === 'http:'),
    BACKEND_URL: is(BACKEND_URL, (url) => url.protocol === 'http:'),
  };
}
