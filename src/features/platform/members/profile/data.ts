import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#base/shared/call.ts';
import { type Db, DbError, dataOf } from '#base/shared/db-client.ts';
import type { Site } from '#base/shared/site.ts';

export type OwnSession = {
  id: string;
  user_agent: string | null;
  ip: string | null;
  created_at: string;
  seen_at: string;
  is_current: boolean;
};

export const sessionsQuery = (db: Db) =>
  queryOptions({
    queryKey: ['own-sessions'],
    queryFn: async () => dataOf(await db.rpc('own_sessions')) as unknown as OwnSession[],
    // Sessions end elsewhere too: whoever comes back to the page sees which are left.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

/** After whatever may have ended sessions: a new password, a second step, signing out elsewhere. */
export function rereadSessions(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: ['own-sessions'] });
}

export async function endSession(db: Db, id: string): Promise<void> {
  dataOf(await db.rpc('end_own_session', { session_id: id }));
}

/** All that is kept of the person. @throws {DbError} while signed in as somebody else. */
export async function ownData(db: Db): Promise<Record<string, unknown>> {
  return dataOf(await db.rpc('export_own_data')) as unknown as Record<string, unknown>;
}

/**
 * Forgets the person; `left` where they remain on other sites. Their picture goes with them; where the store lets nobody but
 * itself remove a file, `removePicture` asks it to, once nothing else stands in the way: who has to stay loses nothing.
 */
export async function eraseOwnData(db: Db, removePicture: () => Promise<void>): Promise<'erased' | 'left'> {
  const erase = async () => dataOf(await db.rpc('erase_own_data')) as unknown as 'erased' | 'left';
  try {
    return await erase();
  } catch (error) {
    if (!(error instanceof DbError) || error.code !== 'conflict') throw error;
    await removePicture();
    return erase();
  }
}

/** How many files of one folder are asked for at once. */
const FILES_PER_PAGE = 100;

/** The files a person has put into an account under their own name: their picture, and what they sent with tickets. */
export async function ownFiles(
  db: Db,
  accountId: string,
  userId: string,
): Promise<{ path: string; bytes: Uint8Array }[]> {
  const files: { path: string; bytes: Uint8Array }[] = [];
  for (const [name, folder] of [
    [accountId, `avatars/${userId}`],
    [`${accountId}-private`, `tickets/${userId}`],
  ] as const) {
    const bucket = db.storage.from(name);
    for (let offset = 0; ; offset += FILES_PER_PAGE) {
      const { data: entries, error } = await bucket.list(folder, { limit: FILES_PER_PAGE, offset });
      // A copy that leaves out files without a word would be taken for the whole.
      if (error) throw error;
      for (const file of entries) {
        const path = `${folder}/${file.name}`;
        // What was removed since it was listed is no part of the copy.
        const { data } = await bucket.download(path);
        if (data) files.push({ path, bytes: new Uint8Array(await data.arrayBuffer()) });
      }
      if (entries.length < FILES_PER_PAGE) break;
    }
  }
  return files;
}

/** How somebody shows that they are there, by what they type. */
export type Way = 'password' | 'app' | 'mail' | 'recovery';

/** A refusal as the auth client has it. */
export type AuthRefusal = { name: string; message: string; code?: string | undefined; status?: number | undefined };

type AuthTarget = Pick<Site, 'backend' | 'origin'>;

type ConfirmResult = { error: AuthRefusal | null; nonce?: string };

/**
 * Shows the auth service who is there; the session then counts as confirmed for some minutes. A hosted backend keeps no
 * such note: there the second step or the sign-in is taken anew, and a mailed code travels with the change itself (`nonce`).
 */
export async function confirmPresence(
  db: Db,
  site: AuthTarget,
  { way: method, text, apps }: { way: Way; text: string; apps: readonly string[] },
): Promise<ConfirmResult> {
  const code = text.replace(/\s/g, '');
  if (site.backend.url) return confirmOnHosted(db, method, method === 'password' ? text : code, apps);
  const proofs = {
    password: [{ password: text }],
    mail: [{ nonce: code }],
    recovery: [{ recovery_code: code }],
    app: apps.map((factor_id) => ({ factor_id, code })),
  }[method];
  let error: AuthRefusal | null = unknownError;
  // Whoever has two apps is not asked which one this code is of.
  for (const proof of proofs) {
    error = (await askAuth(db, site, 'POST', '/reauthenticate', proof)).error;
    if (error?.code !== 'mfa_verification_failed') break;
  }
  return { error };
}

const unknownError: AuthRefusal = { name: 'AuthUnknownError', message: '' };

/** A call of our own auth service that the published client has no method for, with the session of `wire`. */
export async function askAuth<Body>(
  db: Db,
  { origin, backend }: AuthTarget,
  method: string,
  path: string,
  body?: object,
): Promise<{ data: Body; error: null } | { data: null; error: AuthRefusal }> {
  const { data } = await db.auth.getSession();
  const response = await call(`${typeof location === 'undefined' ? origin : location.origin}/auth/v1${path}`, {
    method,
    headers: {
      apikey: backend.anon_key,
      authorization: `Bearer ${data.session?.access_token ?? ''}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => null);
  if (!response) return { data: null, error: { name: 'AuthRetryableFetchError', message: '' } };
  const content: unknown = await response.json().catch(() => ({}));
  if (response.ok) return { data: content as Body, error: null };
  const { code, message = '' } = content as { code?: string; message?: string };
  return { data: null, error: { name: 'AuthApiError', message, code, status: response.status } };
}

export type RecoveryCodes = { left: number; total: number; created_at: string | null };

/** How many recovery codes the person has left. */
export async function readRecoveryCodes(db: Db, site: AuthTarget): Promise<RecoveryCodes> {
  const { data, error } = await askAuth<RecoveryCodes>(db, site, 'GET', '/recovery-codes');
  if (error) throw Object.assign(new Error(error.message), error);
  return data;
}

export const recoveryCodesQuery = (db: Db, site: AuthTarget) =>
  queryOptions({ queryKey: ['recovery-codes'], queryFn: () => readRecoveryCodes(db, site) });

/** A new set, which can be read this once; the one before is void. */
export function makeRecoveryCodes(db: Db, site: AuthTarget) {
  return askAuth<RecoveryCodes & { codes: string[] }>(db, site, 'POST', '/recovery-codes');
}

export function renameFactor(db: Db, site: AuthTarget, factorId: string, friendly_name: string) {
  return askAuth<{ id: string }>(db, site, 'PATCH', `/factors/${factorId}`, { friendly_name });
}

async function confirmOnHosted(db: Db, method: Way, text: string, apps: readonly string[]): Promise<ConfirmResult> {
  if (method === 'mail') return { error: null, nonce: text };
  if (method === 'password') {
    const email = (await db.auth.getSession()).data.session?.user.email ?? '';
    return { error: (await db.auth.signInWithPassword({ email, password: text })).error };
  }
  let error: AuthRefusal | null = unknownError;
  for (const factorId of apps) {
    error = (await db.auth.mfa.challengeAndVerify({ factorId, code: text })).error;
    if (error?.code !== 'mfa_verification_failed') break;
  }
  return { error };
}

export const ownAddressIsProved = (db: Db) =>
  queryOptions({
    queryKey: ['own-address-proved'],
    queryFn: async () => dataOf(await db.rpc('own_address_is_proved')) as unknown as boolean,
  });

/** Whether addresses are confirmed by mail here: only then can one be proved. */
export const confirmsByMail = ({ origin, backend }: Site) =>
  queryOptions({
    queryKey: ['auth-settings', 'mail'],
    queryFn: async () => {
      const response = await fetch(`${backend.url || origin}/auth/v1/settings`, {
        headers: { apikey: backend.anon_key },
      });
      const settings = (await response.json()) as { mailer_autoconfirm?: boolean };
      return settings.mailer_autoconfirm === false;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Whether people sign in by telephone here: the operator has set up texts. */
export const signsInByPhone = ({ origin, backend }: Site) =>
  queryOptions({
    queryKey: ['auth-settings', 'phone'],
    queryFn: async () => {
      const response = await fetch(`${backend.url || origin}/auth/v1/settings`, {
        headers: { apikey: backend.anon_key },
      });
      const settings = (await response.json()) as { external?: { phone?: boolean } };
      return settings.external?.phone === true;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
