import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { AppError, errors } from '#base/shared/errors.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import { validationMessage } from '#base/shared/validation-messages.ts';
import type { Resource } from './api-resource.ts';
import type { Caller, Database } from './database.ts';
import type { Encryption } from './encryption.ts';
import { readJson } from './http.ts';
import type { JobContext } from './jobs.ts';
import type { Log } from './log.ts';
import type { PaymentAdapter } from './payments/payment-adapter.ts';
import type { ShopProviders } from './payments/shop-providers.ts';
import type { VatRegister } from './vat/vat-register.ts';

/** Facts of every request under `/api` that are resolved before a feature handles it. */
export type ApiEnv = { Bindings: RequestInfo; Variables: RequestInfo };

export type RequestInfo = {
  /** The account of the request's host; nothing in the body or query decides it. */
  account: SiteAccount;
  /** The caller; `anon` without a session. */
  caller: Caller;
  /** The client's network address. */
  address: string;
  /** The network of that address: the key of rate limits. */
  network: string;
  /** Origin of the request's host. */
  origin: string;
  /** Whether the visitor's connection is encrypted, as far as we or a trusted proxy can tell. */
  isEncrypted: boolean;
};

export type ProviderCredentials = {
  client_id: string;
  tenant: string;
  team_id: string;
  key_id: string;
  secret: string;
};

/** The person who signed in at an identity provider, or the error code of the auth service. */
export type SignInResult = { person: string; cookies: string[] } | { code: string };

export type SignInTools = {
  /** The fields an owner enters for a provider. */
  callbackUrl: string;
  /** The authorization URL of a provider; null where it can't be built. `challenge`: PKCE, S256. */
  addressOf(request: Request, provider: string, challenge: string): Promise<string | null>;
  /** Exchanges the authorization code for a session on the request's host, replacing its present session. */
  finish(request: Request, code: string, verifier: string): Promise<SignInResult>;
  /** Whether the provider accepts these credentials. */
  check(
    provider: string,
    credentials: ProviderCredentials,
  ): Promise<'right' | 'wrong' | 'wrong_callback' | 'unreachable'>;
  encrypt(accountId: string, provider: string, secret: string): string;
  decrypt(accountId: string, provider: string, encrypted: string): string;
};

/** What a browser begins its session with. */
export type GuestTokens = { access_token: string; refresh_token: string };

/** Dependencies of a feature's `server.ts`. */
export type ApiTools = {
  database: Database;
  /** What other programs read and write by API key, of all features. */
  resources: readonly Resource[];
  log: Log;
  baseDomain: string;
  /** Whether the caller may read mails that are stored instead of sent: a development aid. */
  showsOutboxTo: 'nobody' | 'this machine' | 'anyone';
  /** Invalidates cached public pages in every process: by tags of their content, or by path of one account. */
  pages: { drop(tags: string[]): Promise<void>; dropPath(accountId: string, path: string): Promise<void> };
  /** Counts one hit of `key` in a rate limit window; throws 429 above `points`. */
  limit(key: string, points: number, seconds: number): Promise<void>;
  /**
   * Starts a session for a person on an account's host; returns the cookies to set. With `request` it replaces the
   * request's own session, which ends.
   */
  startSession(userId: string, accountId: string, request?: Request): Promise<string[]>;
  /**
   * The same for impersonation: `mark` receives the session id and records the impersonator before the tokens are made.
   */
  startMarkedSession(userId: string, accountId: string, mark: (sessionId: string) => Promise<void>): Promise<string[]>;
  /**
   * Gives an address a login with this password on behalf of the operator: the address counts as verified, and
   * credentials of an earlier sign-up with it are removed. `person` is that earlier user. Throws where the password is
   * too weak.
   */
  setUpLogin(email: string, password: string, person: string | null): Promise<void>;
  /**
   * Makes the account of somebody who buys without a password, signs them in and mails the link that sets one. The address
   * stays unproven until that link is used. Undefined where it has an account already.
   */
  signUpGuest(email: string, accountId: string, metadata: Record<string, string>): Promise<GuestTokens | undefined>;
  /** Sign-in with identity providers; undefined where a hosted backend signs in. */
  signIn?: SignInTools;
  siteUrlOf(accountId: string): Promise<string>;
  /** Which network addresses may be connected to for a customer-supplied URL. */
  mayReach(address: string): boolean;
  /** Scans a file for viruses before it is stored; throws what was found. Undefined without a scanner. */
  scan: ((file: AsyncIterable<Uint8Array>) => Promise<void>) | undefined;
  /** Renders a public page of an account with unsaved options; null where the path is no page. Nothing is cached. */
  preview(account: SiteAccount, path: string, locale: string, draft: Record<string, unknown>): Promise<Response | null>;
  /** The payment service the platform is paid through; undefined where customers pay by invoice only. */
  payments?: PaymentAdapter;
  /** The providers that shops are paid by. */
  providers: ShopProviders;
  /** Encrypts the keys that accounts sign Open Badges with. */
  badgeKeys: Encryption;
  /** Where VAT numbers are looked up. */
  vatRegister: VatRegister;
  /** The VAPID key for browsers (RFC 8292). */
  pushKey: string;
  /** A public file of an account by its path, `/storage/v1/object/public/…`; null where there is none or it is too large. */
  readPublicFile(path: string): Promise<Buffer | null>;
  jobs: Pick<JobContext, 't'>;
  /** The translated message of an error, for responses that no script of ours reads and translates. */
  translateError(locale: string, error: AppError): string;
  /** The signing secret of the relay that delivers incoming mail; undefined without incoming mail. */
  inboundMailSecret?: string;
};

/** The shape of a feature's `server.ts`: `export const api: Api`. */
export type Api = (router: Hono<ApiEnv>, tools: ApiTools) => void;

export type ApiContext = Context<ApiEnv>;

/** @throws {AppError} 401 `not_authenticated` */
export function requireSession(context: ApiContext): { caller: Caller; userId: string } {
  const caller = context.get('caller');
  const userId = caller.claims.sub;
  if (caller.role !== 'authenticated' || typeof userId !== 'string') throw errors.notAuthenticated();
  return { caller, userId };
}

/**
 * Requires a capability on the account of the host.
 * @throws {AppError} 401 without a session, 403 without the capability or for another account's id.
 */
export async function requireCapability(
  context: ApiContext,
  database: Database,
  capability: 'member' | 'staff' | 'manage_options' | 'manage_members' | 'create_courses',
  accountId: string = context.get('account').account_id,
): Promise<Caller> {
  const { caller } = requireSession(context);
  if (accountId !== context.get('account').account_id) throw errors.forbidden();
  const rows = await database
    .as(caller)
    .query('select from private.account_with($1) as account where account = $2::uuid', [capability, accountId]);
  if (rows.length === 0) throw errors.forbidden();
  return caller;
}

/**
 * The validated body.
 * @throws {AppError} 400 malformed JSON, 413 too large, 422 with one message per field.
 */
export async function bodyOf<Shape extends z.ZodType>(
  context: ApiContext,
  shape: Shape,
  limit = 65_536,
): Promise<z.infer<Shape>> {
  const parsed = shape.safeParse(await readJson(context.req.raw, limit), { error: validationMessage });
  if (parsed.success) return parsed.data;
  const fields = Object.fromEntries(
    parsed.error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message]),
  );
  throw errors.invalid('Some fields are not valid.', fields);
}

const STATUS_OF_CODE: Record<string, number> = {
  invalid: 422,
  not_authenticated: 401,
  forbidden: 403,
  acting: 403,
  not_found: 404,
};

/** Converts an error raised in SQL by `private.raise_error` to an AppError; returns anything else unchanged. */
export function fromSql(error: unknown): unknown {
  const { code, detail, message } = error as { code?: string; detail?: string; message?: string };
  if (code === 'P0001' && detail) return new AppError(STATUS_OF_CODE[detail] ?? 409, detail, message ?? '');
  if (code === '42501') return errors.forbidden();
  if (code === '53100') {
    return new AppError(507, 'disk_full', 'The disk of the server is full, and nothing was kept. Try again later.');
  }
  if (code === '22P02') return new AppError(400, 'malformed', 'An ID in the request is not valid.');
  // Class 22: a value PostgreSQL can't parse or store, such as NUL, half a surrogate pair or a number out of range.
  if (code?.startsWith('22')) return new AppError(400, 'malformed', 'A value in the request can’t be stored.');
  return error;
}
