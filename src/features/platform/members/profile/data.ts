import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#base/shared/call.ts';
import { type Db, DbError, dataOf } from '#base/shared/db-client.ts';
import type { Site } from '#base/shared/site.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    own_sessions: { row: OwnSession };
    export_own_data: { returns: Record<string, unknown> };
    erase_own_data: { returns: 'erased' | 'left' };
  }
}

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
    queryFn: async (): Promise<OwnSession[]> => dataOf(await db.rpc('own_sessions')),
    // Sessions also end on other devices, so the list is refetched on focus.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

/** Refetches the sessions; call it after a new password, a second factor, or signing out other sessions. */
export function refetchSessions(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: ['own-sessions'] });
}

export async function endSession(db: Db, id: string): Promise<void> {
  dataOf(await db.rpc('end_own_session', { session_id: id }));
}

/** Export of all data stored about the user. @throws {DbError} during an impersonation. */
export async function ownData(db: Db): Promise<Record<string, unknown>> {
  return dataOf(await db.rpc('export_own_data'));
}

/**
 * Erases the user; `left` if they remain on other sites. Their picture is deleted too; if only the storage service may
 * delete files, `removePicture` is called and the erasure retried. It is called only when nothing else prevents the
 * erasure, so that a user who can't leave loses nothing.
 */
export async function eraseOwnData(db: Db, removePicture: () => Promise<void>): Promise<'erased' | 'left'> {
  const erase = async (): Promise<'erased' | 'left'> => dataOf(await db.rpc('erase_own_data'));
  try {
    return await erase();
  } catch (error) {
    if (!(error instanceof DbError) || error.code !== 'conflict') throw error;
    await removePicture();
    return erase();
  }
}

/** Page size of a storage listing. */
const FILES_PER_PAGE = 100;

/** The files a user uploaded to an account: their picture, and attachments of their tickets. @throws when a listing fails. */
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
      // Without this error an incomplete export would look complete.
      if (error) throw error;
      for (const file of entries) {
        const path = `${folder}/${file.name}`;
        // Files deleted since the listing are skipped.
        const { data } = await bucket.download(path);
        if (data) files.push({ path, bytes: new Uint8Array(await data.arrayBuffer()) });
      }
      if (entries.length < FILES_PER_PAGE) break;
    }
  }
  return files;
}

/** How users confirm their identity by typing something. */
export type ConfirmationMethod = 'password' | 'app' | 'mail' | 'recovery';

/** An error in the shape of the auth client's. */
export type AuthError = { name: string; message: string; code?: string | undefined; status?: number | undefined };

type AuthTarget = Pick<Site, 'backend' | 'origin'>;

type ConfirmResult = { error: AuthError | null; nonce?: string };

/**
 * Confirms the user's identity at the auth service; the session then counts as confirmed for some minutes. A hosted
 * backend has no such state: there the second factor or the sign-in is repeated, and a mailed code is sent with the
 * change itself (`nonce`).
 */
export async function confirmPresence(
  db: Db,
  site: AuthTarget,
  { method, text, apps }: { method: ConfirmationMethod; text: string; apps: readonly string[] },
): Promise<ConfirmResult> {
  const code = text.replace(/\s/g, '');
  if (site.backend.url) return confirmOnHosted(db, method, method === 'password' ? text : code, apps);
  const proofs = {
    password: [{ password: text }],
    mail: [{ nonce: code }],
    recovery: [{ recovery_code: code }],
    app: apps.map((factor_id) => ({ factor_id, code })),
  }[method];
  let error: AuthError | null = unknownError;
  // With several apps the code is tried on each of them.
  for (const proof of proofs) {
    error = (await requestAuth(db, site, 'POST', '/reauthenticate', proof)).error;
    if (error?.code !== 'mfa_verification_failed') break;
  }
  return { error };
}

const unknownError: AuthError = { name: 'AuthUnknownError', message: '' };

/**
 * Calls an endpoint of our auth service that the published client does not support, with the session of `db`. Never
 * throws: network failures are an `AuthRetryableFetchError`.
 */
export async function requestAuth<Body>(
  db: Db,
  { origin, backend }: AuthTarget,
  method: string,
  path: string,
  body?: object,
): Promise<{ data: Body; error: null } | { data: null; error: AuthError }> {
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

/** How many recovery codes the user has left. */
export async function readRecoveryCodes(db: Db, site: AuthTarget): Promise<RecoveryCodes> {
  const { data, error } = await requestAuth<RecoveryCodes>(db, site, 'GET', '/recovery-codes');
  if (error) throw Object.assign(new Error(error.message), error);
  return data;
}

export const recoveryCodesQuery = (db: Db, site: AuthTarget) =>
  queryOptions({ queryKey: ['recovery-codes'], queryFn: () => readRecoveryCodes(db, site) });

/** Makes a new set of recovery codes, returned only this once; the previous set becomes invalid. */
export function makeRecoveryCodes(db: Db, site: AuthTarget) {
  return requestAuth<RecoveryCodes & { codes: string[] }>(db, site, 'POST', '/recovery-codes');
}

export function renameFactor(db: Db, site: AuthTarget, factorId: string, friendly_name: string) {
  return requestAuth<{ id: string }>(db, site, 'PATCH', `/factors/${factorId}`, { friendly_name });
}

async function confirmOnHosted(
  db: Db,
  method: ConfirmationMethod,
  text: string,
  apps: readonly string[],
): Promise<ConfirmResult> {
  if (method === 'mail') return { error: null, nonce: text };
  if (method === 'password') {
    const email = (await db.auth.getSession()).data.session?.user.email ?? '';
    return { error: (await db.auth.signInWithPassword({ email, password: text })).error };
  }
  let error: AuthError | null = unknownError;
  for (const factorId of apps) {
    error = (await db.auth.mfa.challengeAndVerify({ factorId, code: text })).error;
    if (error?.code !== 'mfa_verification_failed') break;
  }
  return { error };
}

export const ownAddressIsProved = (db: Db) =>
  queryOptions({
    queryKey: ['own-address-proved'],
    queryFn: async (): Promise<boolean> => dataOf(await db.rpc('own_address_is_proved')),
  });

/** Whether this backend confirms e-mail addresses by mail; only then can one be verified. */
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

/** Whether the operator has set up text messages, so that users can sign in by phone. */
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
