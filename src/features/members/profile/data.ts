import { createClient } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#base/shared/call.ts';
import type { Site } from '#base/shared/site.ts';
import { dataOf, type Wire, WireError } from '#base/shared/wire.ts';

export type OwnSession = {
  id: string;
  user_agent: string | null;
  ip: string | null;
  created_at: string;
  seen_at: string;
  is_current: boolean;
};

export const sessionsQuery = (wire: Wire) =>
  queryOptions({
    queryKey: ['own-sessions'],
    queryFn: async () => dataOf(await wire.rpc('own_sessions')) as unknown as OwnSession[],
  });

export async function endSession(wire: Wire, id: string): Promise<void> {
  dataOf(await wire.rpc('end_own_session', { session_id: id }));
}

/** All that is kept of the person. @throws {WireError} while signed in as somebody else. */
export async function ownData(wire: Wire): Promise<Record<string, unknown>> {
  return dataOf(await wire.rpc('export_own_data')) as unknown as Record<string, unknown>;
}

/**
 * Forgets the person; `left` where they remain on other sites. Their picture goes with them; where the store lets nobody but
 * itself remove a file, `removePicture` asks it to, once nothing else stands in the way: who has to stay loses nothing.
 */
export async function eraseOwnData(wire: Wire, removePicture: () => Promise<void>): Promise<'erased' | 'left'> {
  const erase = async () => dataOf(await wire.rpc('erase_own_data')) as unknown as 'erased' | 'left';
  try {
    return await erase();
  } catch (error) {
    if (!(error instanceof WireError) || error.code !== 'conflict') throw error;
    await removePicture();
    return erase();
  }
}

/** How many files of one folder are asked for at once. */
const FILES_A_PAGE = 100;

/** The files a person has put into an account under their own name: their picture, and what they sent with tickets. */
export async function ownFiles(
  wire: Wire,
  accountId: string,
  userId: string,
): Promise<{ path: string; bytes: Uint8Array }[]> {
  const files: { path: string; bytes: Uint8Array }[] = [];
  for (const [name, folder] of [
    [accountId, `avatars/${userId}`],
    [`${accountId}-private`, `tickets/${userId}`],
  ] as const) {
    const bucket = wire.storage.from(name);
    for (let offset = 0; ; offset += FILES_A_PAGE) {
      const { data: listed, error } = await bucket.list(folder, { limit: FILES_A_PAGE, offset });
      // A copy that leaves out files without a word would be taken for the whole.
      if (error) throw error;
      for (const file of listed) {
        const path = `${folder}/${file.name}`;
        // What was removed since it was listed is no part of the copy.
        const { data } = await bucket.download(path);
        if (data) files.push({ path, bytes: new Uint8Array(await data.arrayBuffer()) });
      }
      if (listed.length < FILES_A_PAGE) break;
    }
  }
  return files;
}

/**
 * Whether this is the person's password, asked beside the session one has: signing in anew would begin a session
 * that has shown no second factor.
 */
export async function checkPassword(site: Pick<Site, 'backend' | 'origin'>, email: string, password: string) {
  const aside = createClient(site.backend.url || location.origin, site.backend.anon_key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, storageKey: 'password-check' },
    global: { fetch: call },
  });
  const { error } = await aside.auth.signInWithPassword({ email, password });
  if (!error) await aside.auth.signOut({ scope: 'local' });
  return error;
}

export const ownAddressIsProved = (wire: Wire) =>
  queryOptions({
    queryKey: ['own-address-proved'],
    queryFn: async () => dataOf(await wire.rpc('own_address_is_proved')) as unknown as boolean,
  });

/** Whether addresses are confirmed by mail here: only then can one be proved. */
export const confirmsByMail = ({ origin, backend }: Site) =>
  queryOptions({
    queryKey: ['auth-settings', 'mail'],
    queryFn: async () => {
      const answer = await fetch(`${backend.url || origin}/auth/v1/settings`, {
        headers: { apikey: backend.anon_key },
      });
      const settings = (await answer.json()) as { mailer_autoconfirm?: boolean };
      return settings.mailer_autoconfirm === false;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Whether people sign in by telephone here: the operator has set up texts. */
export const signsInByPhone = ({ origin, backend }: Site) =>
  queryOptions({
    queryKey: ['auth-settings', 'phone'],
    queryFn: async () => {
      const answer = await fetch(`${backend.url || origin}/auth/v1/settings`, {
        headers: { apikey: backend.anon_key },
      });
      const settings = (await answer.json()) as { external?: { phone?: boolean } };
      return settings.external?.phone === true;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
