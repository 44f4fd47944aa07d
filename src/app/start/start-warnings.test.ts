import { expect, test } from 'vitest';
import { readEnvironment } from '#base/server/environment.ts';
import { startWarnings } from './start-warnings.ts';

const warnings = (variables: Record<string, string>) => startWarnings(readEnvironment(variables)).join('\n');
const safe = {
  NODE_ENV: 'production',
  SEED: 'none',
  SMTP_URL: 'smtps://mail.example.org',
  FILES_ORIGIN: 'https://files.example.net',
  BASE_DOMAIN: 'example.org',
};

test('a start in production with all that is needed warns of nothing, and one to try things out neither', () => {
  expect(warnings(safe)).toBe('');
  expect(warnings({})).toBe('');
});

test.each([
  ['the logins of the demo', { SEED: 'demo' }, 'SEED=none'],
  ['no mail server', { SMTP_URL: '' }, 'SMTP_URL'],
  ['files on the hosts of sign-ins', { FILES_ORIGIN: '' }, 'FILES_ORIGIN'],
  ['a database in the clear', { DATABASE_URL: 'postgres://u:p@db.example.org/stoa' }, 'DATABASE_URL'],
  ['a Redis in the clear', { REDIS_URL: 'redis://cache.example.org' }, 'REDIS_URL'],
  [
    'texts to any country',
    { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'a token of sixteen', TWILIO_FROM: 'School' },
    'SMS_COUNTRIES',
  ],
  [
    'object storage in the clear',
    { S3_ENDPOINT: 'http://s3.example.org', S3_BUCKET: 'b', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 's' },
    'S3_ENDPOINT',
  ],
])('a start in production warns of %s', (_what, variables, name) => {
  expect(warnings({ ...safe, ...variables })).toContain(name);
});

test.each([
  ['on this machine', 'postgres://u:p@127.0.0.1/stoa'],
  ['over TLS', 'postgres://u:p@db.example.org/stoa?sslmode=verify-full'],
])('a database %s is nothing to warn of', (_what, DATABASE_URL) => {
  expect(warnings({ ...safe, DATABASE_URL })).toBe('');
});
