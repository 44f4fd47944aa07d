import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfiguration } from './configuration.ts';
import type { Source } from './variables.ts';

const folder = mkdtempSync(join(tmpdir(), 'stoa-configuration-'));
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GOOGLE = { GOTRUE_EXTERNAL_GOOGLE_ENABLED: 'true' };
const JWK = { kty: 'oct', k: Buffer.from('a secret of forty characters, more or less').toString('base64url') };

describe('a variable that means nothing stops the start by its name', () => {
  test.each<[string, Source]>([
    ['PORT', { PORT: 'eighty' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x/y' }],
    ['PGRST_DB_URI', { PGRST_DB_URI: 'x' }],
    ['PGRST_DB_TX_END', { PGRST_DB_TX_END: 'perhaps' }],
    ['PGRST_DB_MAX_ROWS', { PGRST_DB_MAX_ROWS: '-1' }],
    ['PGRST_DB_PLAN_ENABLED', { PGRST_DB_PLAN_ENABLED: 'perhaps' }],
    ['PGRST_DB_AGGREGATES_ENABLED', { PGRST_DB_AGGREGATES_ENABLED: '2' }],
    ['PGRST_DB_PRE_REQUEST', { PGRST_DB_PRE_REQUEST: 'drop table x;' }],
    ['PGRST_DB_POOL', { PGRST_DB_POOL: '0' }],
    ['PGRST_OPENAPI_MODE', { PGRST_OPENAPI_MODE: 'open' }],
    ['PGRST_SERVER_CORS_ALLOWED_ORIGINS', { PGRST_SERVER_CORS_ALLOWED_ORIGINS: 'https://a.test, a.test/page' }],
    ['REST_MOUNT', { REST_MOUNT: 'rest' }],
    ['JWT_SECRET', { JWT_SECRET: 'short' }],
    ['GOTRUE_JWT_SECRET', { JWT_SECRET: 'x'.repeat(40), GOTRUE_JWT_SECRET: 'y'.repeat(40) }],
    ['JWT_FORMER_SECRETS', { JWT_FORMER_SECRETS: 'short' }],
    ['JWT_FORMER_SECRETS', { JWT_SECRET: 'x'.repeat(40), JWT_FORMER_SECRETS: `${'y'.repeat(40)}, ${'x'.repeat(40)}` }],
    ['GOTRUE_JWT_KEYS', { GOTRUE_JWT_KEYS: '{' }],
    ['GOTRUE_JWT_KEYS', { GOTRUE_JWT_KEYS: '[{"kty":"EC"}]' }],
    ['GOTRUE_JWT_EXP', { GOTRUE_JWT_EXP: 'an hour' }],
    ['GOTRUE_SITE_URL', { GOTRUE_SITE_URL: 'school.test' }],
    ['GOTRUE_URI_ALLOW_LIST', { GOTRUE_URI_ALLOW_LIST: 'https://a.test/**,[z-a]' }],
    ['GOTRUE_MAILER_AUTOCONFIRM', { GOTRUE_MAILER_AUTOCONFIRM: 'maybe' }],
    ['GOTRUE_MAILER_OTP_LENGTH', { GOTRUE_MAILER_OTP_LENGTH: '4' }],
    ['GOTRUE_PASSWORD_MIN_LENGTH', { GOTRUE_PASSWORD_MIN_LENGTH: '0' }],
    ['GOTRUE_RATE_LIMIT_OTP', { GOTRUE_RATE_LIMIT_OTP: 'few' }],
    ['GOTRUE_SMS_TEST_OTP', { GOTRUE_SMS_TEST_OTP: '4152127777' }],
    ['GOTRUE_MFA_MAX_ENROLLED_FACTORS', { GOTRUE_MFA_MAX_ENROLLED_FACTORS: 'x' }],
    ['GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID', GOOGLE],
    ['GOTRUE_EXTERNAL_GOOGLE_SECRET', { ...GOOGLE, GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID: 'x' }],
    ['GOTRUE_EXTERNAL_GITLAB_ENABLED', { GOTRUE_EXTERNAL_GITLAB_ENABLED: 'true' }],
    ['GOTRUE_SMTP_PORT', { GOTRUE_SMTP_PORT: '99999' }],
    ['GOTRUE_SMTP_ADMIN_EMAIL', { GOTRUE_SMTP_ADMIN_EMAIL: 'nobody' }],
    ['GOTRUE_MAILER_TEMPLATES_INVITE', { GOTRUE_MAILER_TEMPLATES_INVITE: '/nowhere/invite.html' }],
    [
      'GOTRUE_MAILER_TEMPLATES_INVITE',
      { GOTRUE_MAILER_TEMPLATES_INVITE: file('if.html', '{{ if .Token }}x{{ end }}') },
    ],
    ['GOTRUE_MAILER_SUBJECTS_MAGIC_LINK', { GOTRUE_MAILER_SUBJECTS_MAGIC_LINK: '{{ range . }}' }],
    ['FILE_SIZE_LIMIT', { FILE_SIZE_LIMIT: '50MB' }],
    ['STORAGE_BACKEND', { STORAGE_BACKEND: 'tape' }],
    ['GLOBAL_S3_BUCKET', { STORAGE_BACKEND: 's3' }],
    ['AWS_SECRET_ACCESS_KEY', { AWS_ACCESS_KEY_ID: 'x' }],
    ['S3_PROTOCOL_ACCESS_KEY_ID', { S3_PROTOCOL_ACCESS_KEY_SECRET: 'x' }],
    ['TENANT_MAX_CHANNELS_PER_CLIENT', { TENANT_MAX_CHANNELS_PER_CLIENT: 'many' }],
  ])('%s', (name, source) => {
    expect(() => readConfiguration(source)).toThrow(new RegExp(`^The variable ${name} is not usable: .+\\.$`));
  });
});

test('without variables everything has its default', () => {
  const { port, host, databaseUrl, auth, rest, mail, storage, unread } = readConfiguration({ DATA_DIR: '/data' });
  expect({ port, host, databaseUrl, unread }).toEqual({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    unread: [],
  });
  expect(auth).toEqual({ limits: {} });
  expect(rest).toEqual({ basePath: '/rest/v1', isConfiguredInDatabase: true, poolSize: undefined });
  expect([mail.smtp, storage.folder, storage.fileSizeLimit]).toEqual([undefined, '/data/storage', 52_428_800]);
});

test('the published variables become the settings of the services', () => {
  const { auth, rest, mail, clientUrl, databaseUrl, tokens, unread, storage } = readConfiguration({
    DATABASE_URL: 'postgres://owner@db/x',
    PGRST_DB_URI: 'postgres://authenticator@db/x',
    PGRST_DB_SCHEMAS: 'api, public',
    PGRST_DB_ANON_ROLE: 'anon',
    PGRST_DB_MAX_ROWS: '500',
    PGRST_DB_TX_END: 'rollback-allow-override',
    PGRST_DB_EXTRA_SEARCH_PATH: 'extensions',
    PGRST_SERVER_TIMING_ENABLED: 'true',
    PGRST_SERVER_CORS_ALLOWED_ORIGINS: 'https://a.test',
    PGRST_APP_SETTINGS_TIER: 'gold',
    PGRST_JWT_SECRET: JSON.stringify(JWK),
    REST_MOUNT: '/',
    GOTRUE_SITE_URL: 'https://school.test',
    GOTRUE_URI_ALLOW_LIST: 'https://*.school.test/**, app://done',
    GOTRUE_JWT_EXP: '900',
    GOTRUE_MAILER_AUTOCONFIRM: 'true',
    GOTRUE_MAILER_OTP_EXP: '24h',
    GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
    GOTRUE_SMS_TEST_OTP: '+4152127777=123456, 4152127778:654321',
    GOTRUE_PASSWORD_REQUIRED_CHARACTERS: 'abc:123:\\::!',
    GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED: 'true',
    GOTRUE_SESSIONS_TIMEBOX: '1h30m',
    GOTRUE_RATE_LIMIT_OTP: '7',
    GOTRUE_RATE_LIMIT_EMAIL_SENT: '9/10m',
    GOTRUE_EXTERNAL_GITHUB_ENABLED: 'true',
    GOTRUE_EXTERNAL_GITHUB_CLIENT_ID: 'one,two',
    GOTRUE_EXTERNAL_GITHUB_SECRET: 'hush',
    GOTRUE_SMTP_HOST: 'mail.test',
    GOTRUE_SMTP_PORT: '2525',
    GOTRUE_SMTP_ADMIN_EMAIL: 'post@school.test',
    GOTRUE_SMTP_SENDER_NAME: 'The "School"',
    GOTRUE_MAILER_SUBJECTS_MAGIC_LINK: 'Code {{ .Token }}',
    GOTRUE_DB_DRIVER: 'postgres',
    FILE_SIZE_LIMIT: '1000',
    FILE_STORAGE_BACKEND_PATH: '/files',
  });
  expect([databaseUrl, clientUrl]).toEqual(['postgres://owner@db/x', 'postgres://authenticator@db/x']);
  expect(rest).toMatchObject({
    schemas: ['api', 'public'],
    anonRole: 'anon',
    maxRows: 500,
    txEnd: 'rollback-allow-override',
    extraSearchPath: ['extensions'],
    serverTimingEnabled: true,
    corsOrigins: ['https://a.test'],
    appSettings: { tier: 'gold' },
    basePath: '/',
  });
  expect(tokens.secret).toBe('a secret of forty characters, more or less');
  expect(auth).toEqual({
    siteUrl: 'https://school.test',
    uriAllowList: ['https://*.school.test/**', 'app://done'],
    jwtExp: 900,
    mailerAutoconfirm: true,
    mailerOtpExp: 86_400,
    externalAnonymousUsersEnabled: true,
    smsTestOtp: { '4152127777': '123456', '4152127778': '654321' },
    passwordRequiredCharacters: ['abc', '123', ':', '!'],
    mfaWebAuthnEnrollEnabled: true,
    sessionsTimebox: 5_400,
    external: { github: { enabled: true, clientId: ['one', 'two'], secret: 'hush' } },
    limits: {
      mailsPerAddress: { points: 7, seconds: 300 },
      smsPerAddress: { points: 7, seconds: 300 },
      signUpsPerAddress: { points: 7, seconds: 300 },
      mailsPerEmail: { points: 9, seconds: 600 },
    },
  });
  expect([mail.from, mail.templates.magiclink]).toEqual([
    '"The School" <post@school.test>',
    { subject: 'Code {{ .Token }}' },
  ]);
  expect([storage.folder, storage.fileSizeLimit]).toEqual(['/files', 1_000]);
  expect(unread).toEqual(['GOTRUE_DB_DRIVER']);
});

test('files lie in a bucket by the published variables, or by the product’s', () => {
  const bucketOf = (source: Source) => readConfiguration(source).storage.bucket;
  const expectedBucket = { bucket: 'files', endpoint: 'http://s3.test', accessKeyId: 'id', secretAccessKey: 'hush' };
  const published = {
    GLOBAL_S3_BUCKET: 'files',
    GLOBAL_S3_ENDPOINT: 'http://s3.test',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'hush',
  };
  expect(bucketOf({ ...published, STORAGE_BACKEND: 's3', REGION: 'eu', GLOBAL_S3_FORCE_PATH_STYLE: 'true' })).toEqual({
    ...expectedBucket,
    region: 'eu',
    forcePathStyle: true,
  });
  expect(
    bucketOf({ S3_BUCKET: 'files', S3_ENDPOINT: 'http://s3.test', S3_ACCESS_KEY: 'id', S3_SECRET_KEY: 'hush' }),
  ).toEqual({ ...expectedBucket, region: 'us-east-1', forcePathStyle: undefined });
  expect([bucketOf(published), bucketOf({ ...published, STORAGE_BACKEND: 'file' })]).toEqual([undefined, undefined]);
});

test('rate limits can be switched off, all of them', () => {
  const { limits } = readConfiguration({ GOTRUE_RATE_LIMIT_DISABLED: 'true', GOTRUE_RATE_LIMIT_OTP: '1' }).auth;
  expect(Object.keys(limits).length).toBeGreaterThan(10);
  for (const limit of Object.values(limits)) expect(limit?.points).toBe(Number.POSITIVE_INFINITY);
});
