import { resolve } from 'node:path';
import { z } from 'zod';

/** Raised for anything an operator has to fix: the message is the one sentence printed before exit 1. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

const port = z.coerce.number().int().min(0).max(65535);
const url = z.string().url();
const slugs = /^[a-z0-9.-]+$/;
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}

const MIN_SECRET_LENGTH = 32;

const shape = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  BASE_DOMAIN: z.string().regex(slugs, 'must be a host name in lower case').default('localhost'),
  SEED: z.enum(['demo', 'none', 'large']).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional(),
  BACKEND_URL: url.optional(),
  BACKEND_ANON_KEY: z.string().min(1).optional(),
  BACKEND_SERVICE_KEY: z.string().min(1).optional(),
  JWT_SECRET: z.string().min(MIN_SECRET_LENGTH, 'must have at least 32 characters').optional(),
  /** Former values of JWT_SECRET: what they encrypted can be decrypted, what they signed is valid until it expires. */
  JWT_FORMER_SECRETS: list
    .refine(
      (secrets) => secrets.every((secret) => secret.length >= MIN_SECRET_LENGTH),
      'each must have at least 32 characters',
    )
    .optional(),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://')
    .optional(),
  S3_ENDPOINT: url.optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().default('Stoa <no-reply@localhost>'),
  STRIPE_SECRET_KEY: z.string().min(8, 'must be a secret key of Stripe').optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(8, 'must be the signing secret of the endpoint').optional(),
  STRIPE_API_BASE: url.optional(),
  PAYPAL_API_BASE: url.optional(),
  RAZORPAY_API_BASE: url.optional(),
  /** Another address of the protocol of VIES, the EU's register of VAT numbers. */
  VIES_API_BASE: url.optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/i, 'must be the SID of an account of Twilio')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().min(16, 'must be the auth token of that account').optional(),
  /** A number such as +4915112345678, the name of a sender, or the SID of a messaging service. */
  TWILIO_FROM: z
    .string()
    .regex(
      /^(?:\+[1-9]\d{1,14}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{2,11})$/i,
      'must be a number, a name or a messaging service',
    )
    .optional(),
  TWILIO_API_BASE: url.optional(),
  /** Calling codes that texts may be sent to; none: all. */
  SMS_COUNTRIES: list
    .transform((codes) => codes.map((code) => code.replace(/^\+/, '')))
    .refine((codes) => codes.every((code) => /^[1-9]\d{0,6}$/.test(code)), 'must be calling codes such as 49,43,41')
    .optional(),
  /** Daily limit of texts for the whole installation. */
  SMS_PER_DAY: z.coerce.number().int().min(0).max(10_000_000).default(1_000),
  MAIL_REPLY_DOMAIN: z.string().regex(slugs, 'must be a host name in lower case').optional(),
  MAIL_INBOUND_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ROLE: z.enum(['web', 'worker', 'all']).default('all'),
  SUPER_ADMIN_EMAILS: list.optional(),
  TRUST_PROXY: list.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** `off` renders every public page on each request: to benchmark rendering. */
  PAGE_CACHE: z.enum(['on', 'off']).default('on'),
  /** `on` shows pseudo-localized texts: to find untranslated texts and layouts that are too narrow. */
  PSEUDO_LANGUAGE: z.enum(['on', 'off']).default('off'),
  /** Memory for cached public pages, in MiB. */
  PAGE_CACHE_MB: z.coerce.number().int().min(1).max(65_536).default(128),
  /** Port on which we terminate TLS for the accounts' domains; none: a proxy in front does. */
  HTTPS_PORT: port.optional(),
  /** ACME directory URL of the certificate authority (RFC 8555); none: we issue no certificates. */
  ACME_DIRECTORY_URL: url.optional(),
  ACME_EMAIL: z.email().optional(),
  /** `address:port` of the resolvers for domain lookups; none: those of the machine. */
  DNS_RESOLVERS: list.optional(),
  /** `on` allows webhooks to this machine, for development. Never in production. */
  WEBHOOKS_TO_LOOPBACK: z.enum(['on', 'off']).default('off'),
  /** A separate origin for uploaded files; none: the host of the request. */
  FILES_ORIGIN: z.string().refine(isOrigin, 'must be an origin alone, such as https://files.example.org').optional(),
  /** A fake for every identity provider, on this machine only, for development. Never in production. */
  SIGN_IN_STAND_IN: z
    .string()
    .regex(
      /^http:\/\/(?:127\.0\.0\.1|localhost):\d{1,5}$/,
      'must be an address of this machine such as http://127.0.0.1:9000',
    )
    .optional(),
  /** `on` shows stored mails to any request, instead of only to those from this machine. Never in production. */
  DEV_OUTBOX: z.enum(['on', 'off']).default('off'),
  /** How far the clock of business decisions is ahead of real time: an ISO 8601 duration such as P35D. */
  CLOCK_OFFSET: z
    .string()
    .regex(
      /^P(?=.)(?:\d{1,3}Y)?(?:\d{1,3}M)?(?:\d{1,3}W)?(?:\d{1,4}D)?(?:T(?=.)(?:\d{1,4}H)?(?:\d{1,4}M)?(?:\d{1,5}S)?)?$/,
    )
    .optional(),
  /** A virus scanner for every upload (clamd); none: no scanning. */
  CLAMAV_URL: z
    .string()
    .regex(/^tcp:\/\/(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i, 'must be an address such as tcp://127.0.0.1:3310')
    .optional(),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .regex(/^[A-Za-z0-9\-._~+/]+=*$/, 'must be letters, digits and -._~+/ alone, as a bearer token is')
    .optional(),
});

export type Environment = Omit<z.infer<typeof shape>, 'SEED'> & {
  SEED: 'demo' | 'none' | 'large';
  /** true: we start PostgreSQL, inside DATA_DIR. */
  embeddedDatabase: boolean;
  /** true: we serve the five backend services. */
  embeddedBackend: boolean;
};

/**
 * Reads and validates every environment variable of the contract.
 * @throws {StartError} one sentence naming the variable that is wrong or contradicts another.
 */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = shape.safeParse(present);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartError(`The variable ${String(issue?.path[0])} is not usable: ${issue?.message}.`);
  }
  const values = parsed.data;
  const hosted = [values.BACKEND_URL, values.BACKEND_ANON_KEY, values.BACKEND_SERVICE_KEY].filter(Boolean).length;
  if (hosted !== 0 && hosted !== 3) {
    throw new StartError('BACKEND_URL, BACKEND_ANON_KEY and BACKEND_SERVICE_KEY go together: set all three or none.');
  }
  if (values.JWT_SECRET && values.JWT_FORMER_SECRETS?.includes(values.JWT_SECRET)) {
    throw new StartError('JWT_FORMER_SECRETS names the present JWT_SECRET: name those that were used before it.');
  }
  if (!values.MAIL_REPLY_DOMAIN !== !values.MAIL_INBOUND_SECRET) {
    throw new StartError('MAIL_REPLY_DOMAIN and MAIL_INBOUND_SECRET go together: set both or none.');
  }
  if (values.HTTPS_PORT !== undefined && values.HTTPS_PORT === values.PORT && values.PORT !== 0) {
    throw new StartError('HTTPS_PORT and PORT are the same: give each its own.');
  }
  if (hosted === 3 && !values.DATABASE_URL) {
    throw new StartError('BACKEND_URL needs DATABASE_URL too: the migrations run there.');
  }
  const s3 = [values.S3_ENDPOINT, values.S3_BUCKET, values.S3_ACCESS_KEY, values.S3_SECRET_KEY].filter(Boolean).length;
  if (s3 !== 0 && s3 !== 4) {
    throw new StartError('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY go together: set all four or none.');
  }
  checkProduction(values);
  if (Boolean(values.STRIPE_SECRET_KEY) !== Boolean(values.STRIPE_WEBHOOK_SECRET)) {
    throw new StartError('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together: set both or none.');
  }
  checkTwilio(values, hosted === 3);
  checkFilesOrigin(values);
  if (values.CLAMAV_URL && hosted === 3) {
    throw new StartError('CLAMAV_URL and BACKEND_URL exclude each other: a hosted backend takes its files itself.');
  }
  return {
    ...values,
    DATA_DIR: resolve(values.DATA_DIR),
    SEED: values.SEED ?? (values.DATABASE_URL ? 'none' : 'demo'),
    embeddedDatabase: !values.DATABASE_URL,
    embeddedBackend: hosted === 0,
  };
}

/** Aids of development are no part of an installation that serves customers. */
function checkProduction(values: z.infer<typeof shape>): void {
  if (values.NODE_ENV !== 'production') return;
  if (values.WEBHOOKS_TO_LOOPBACK === 'on') {
    throw new StartError('WEBHOOKS_TO_LOOPBACK opens this machine to customers: it is not for NODE_ENV=production.');
  }
  if (values.CLOCK_OFFSET) {
    throw new StartError(
      'CLOCK_OFFSET moves the clock to try out what happens later: it is not for NODE_ENV=production.',
    );
  }
  if (values.DEV_OUTBOX === 'on') {
    throw new StartError('DEV_OUTBOX shows everybody the mails of everybody: it is not for NODE_ENV=production.');
  }
  if (values.SIGN_IN_STAND_IN) {
    throw new StartError('SIGN_IN_STAND_IN signs in whoever it likes: it is not for NODE_ENV=production.');
  }
}

function checkTwilio(values: z.infer<typeof shape>, isHosted: boolean): void {
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM } = values;
  const twilio = [TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM].filter(Boolean).length;
  if (twilio !== 0 && twilio !== 3) {
    throw new StartError('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM go together: set all three or none.');
  }
  if (twilio === 3 && isHosted) {
    throw new StartError(
      'TWILIO_ACCOUNT_SID and BACKEND_URL exclude each other: a hosted backend sends its texts itself.',
    );
  }
}

/** Uploads of strangers must not be served from a host where anyone is signed in. */
function checkFilesOrigin(values: z.infer<typeof shape>): void {
  const { FILES_ORIGIN, BASE_DOMAIN, BACKEND_URL } = values;
  if (!FILES_ORIGIN) return;
  if (BACKEND_URL) {
    throw new StartError('FILES_ORIGIN and BACKEND_URL exclude each other: a hosted backend serves its files itself.');
  }
  const { hostname } = new URL(FILES_ORIGIN);
  const isOfAccounts = hostname === BASE_DOMAIN || hostname.endsWith(`.${BASE_DOMAIN}`);
  if (isOfAccounts && hostname !== `files.${BASE_DOMAIN}`) {
    throw new StartError(
      `FILES_ORIGIN is a host of the platform or of an account: name files.${BASE_DOMAIN} or a domain of its own.`,
    );
  }
}
