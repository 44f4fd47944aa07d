import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { AppError, errors } from '#base/shared/errors.ts';
import { shapeSentence } from '#base/shared/shape-sentences.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import type { Caller, Database } from './database.ts';
import { readJson } from './http.ts';
import type { JobContext } from './jobs.ts';
import type { Log } from './log.ts';
import type { PaymentAdapter } from './payments/payment-adapter.ts';

/** What is known of every call under `/api` before a feature sees it. */
export type ApiEnv = { Bindings: CallFacts; Variables: CallFacts };

export type CallFacts = {
  /** The account of the host that was asked; nothing in the body or query decides it. */
  account: SiteAccount;
  /** Who asks; `anon` without a session. */
  caller: Caller;
  /** The client's network address. */
  address: string;
  /** Whose that address is: what limits are counted by. */
  network: string;
  /** Origin of the host that was asked. */
  origin: string;
  /** The visitor's connection is encrypted, as far as we or a trusted proxy can tell. */
  isEncrypted: boolean;
};

export type ProviderCredentials = {
  client_id: string;
  tenant: string;
  team_id: string;
  key_id: string;
  secret: string;
};

/** Who has signed in at another provider, or what kept them from it: a code of the authentication service. */
export type SignedInWith = { person: string; cookies: string[] } | { code: string };

export type SignInTools = {
  /** What has to be entered at a provider. */
  callbackUrl: string;
  /** Where a browser goes to sign in at a provider; null where it can't. `challenge`: of PKCE, by S256. */
  addressOf(request: Request, provider: string, challenge: string): Promise<string | null>;
  /** Exchanges the code that came back for a session on the host of the request, in the place of its own. */
  finish(request: Request, code: string, verifier: string): Promise<SignedInWith>;
  /** Whether the provider knows these credentials. */
  check(
    provider: string,
    credentials: ProviderCredentials,
  ): Promise<'right' | 'wrong' | 'wrong_callback' | 'unreachable'>;
  seal(accountId: string, provider: string, secret: string): string;
  unseal(accountId: string, provider: string, sealed: string): string;
};

/** What a feature's `server.ts` is handed. */
export type ApiTools = {
  database: Database;
  log: Log;
  baseDomain: string;
  /** Who may read the mails that are kept instead of sent: an aid of development. */
  showsOutboxTo: 'nobody' | 'this machine' | 'anyone';
  /** Makes every process forget public pages: by tags of what they were made of, or by path of one account. */
  pages: { drop(tags: string[]): Promise<void>; dropPath(accountId: string, path: string): Promise<void> };
  /** Counts one more of `key` in a window; throws 429 past `points`. */
  limit(key: string, points: number, seconds: number): Promise<void>;
  /**
   * Starts a session for a person on an account's host; answers the cookies to set. With `request` they take the place of its own,
   * whose session ends.
   */
  startSession(userId: string, accountId: string, request?: Request): Promise<string[]>;
  /** The same as somebody else's doing: `mark` is given the session's id and writes down whose before its tokens are made. */
  startMarkedSession(userId: string, accountId: string, mark: (sessionId: string) => Promise<void>): Promise<string[]>;
  /**
   * Gives an address a login with this password, as the operator: the address counts as proved, and what somebody who
   * had signed up with it had set is gone. `person` is who that was. Throws where the password is too weak.
   */
  setUpLogin(email: string, password: string, person: string | null): Promise<void>;
  /** Sign-in at other providers; undefined where a hosted backend signs in. */
  signIn?: SignInTools;
  siteUrlOf(accountId: string): Promise<string>;
  /** Which network addresses may be connected to where a customer names one. */
  mayReach(address: string): boolean;
  /** Looks through a file before it is kept; throws what it found. Undefined where nobody looks. */
  scan: ((file: AsyncIterable<Uint8Array>) => Promise<void>) | undefined;
  /** A public page of an account with options that are not saved; null where the path is none. Nothing of it is kept. */
  preview(account: SiteAccount, path: string, locale: string, draft: Record<string, unknown>): Promise<Response | null>;
  /** The payment service the platform is paid through; undefined where it is paid by invoice alone. */
  payments?: PaymentAdapter;
  /** What a browser asks its push service with (RFC 8292). */
  pushKey: string;
  jobs: Pick<JobContext, 't'>;
  /** The sentence of a refusal in a language: for answers that no script of ours reads and says anew. */
  sayRefusal(locale: string, refusal: AppError): string;
  /** What the relay that hands us incoming mail signs with; undefined where no mail comes in. */
  inboundMailSecret?: string;
};

/** The form of a feature's `server.ts`: `export const api: Api`. */
export type Api = (router: Hono<ApiEnv>, tools: ApiTools) => void;

export type ApiContext = Context<ApiEnv>;

/** @throws {AppError} 401 `not_authenticated` */
export function signedIn(context: ApiContext): { caller: Caller; userId: string } {
  const caller = context.get('caller');
  const userId = caller.claims.sub;
  if (caller.role !== 'authenticated' || typeof userId !== 'string') throw errors.notAuthenticated();
  return { caller, userId };
}

/**
 * Lets pass who holds a capability on the account of the host.
 * @throws {AppError} 401 without a session, 403 without the capability or for another account's id.
 */
export async function allowed(
  context: ApiContext,
  database: Database,
  capability: 'member' | 'staff' | 'manage_options' | 'manage_members' | 'create_courses',
  accountId: string = context.get('account').account_id,
): Promise<Caller> {
  const { caller } = signedIn(context);
  if (accountId !== context.get('account').account_id) throw errors.forbidden();
  const rows = await database
    .as(caller)
    .query('select from private.account_with($1) as account where account = $2::uuid', [capability, accountId]);
  if (rows.length === 0) throw errors.forbidden();
  return caller;
}

/**
 * The body, checked.
 * @throws {AppError} 400 malformed JSON, 413 too large, 422 with a sentence a field.
 */
export async function bodyOf<Shape extends z.ZodType>(
  context: ApiContext,
  shape: Shape,
  limit = 65_536,
): Promise<z.infer<Shape>> {
  const parsed = shape.safeParse(await readJson(context.req.raw, limit), { error: shapeSentence });
  if (parsed.success) return parsed.data;
  const fields = Object.fromEntries(
    parsed.error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message]),
  );
  throw errors.invalid('Some fields are not right.', fields);
}

const STATUS_OF_CODE: Record<string, number> = {
  invalid: 422,
  not_authenticated: 401,
  forbidden: 403,
  acting: 403,
  not_found: 404,
};

/** A refusal raised in SQL by `private.raise_error` as the wire's own; anything else unchanged. */
export function fromSql(error: unknown): unknown {
  const { code, detail, message } = error as { code?: string; detail?: string; message?: string };
  if (code === 'P0001' && detail) return new AppError(STATUS_OF_CODE[detail] ?? 409, detail, message ?? '');
  if (code === '42501') return errors.forbidden();
  if (code === '53100') {
    return new AppError(507, 'disk_full', 'The disk of the server is full, and nothing was kept. Try again later.');
  }
  if (code === '22P02') return new AppError(400, 'malformed', 'An id in the request is not one.');
  // Class 22: a value PostgreSQL can't read or keep, such as a NUL, half a surrogate pair or a number out of range.
  if (code?.startsWith('22')) return new AppError(400, 'malformed', 'A value in the request can not be stored.');
  return error;
}
