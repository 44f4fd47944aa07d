import { queryOptions } from '@tanstack/react-query';
import { dataOf, type Wire } from '#base/shared/wire.ts';

/** Makes the signed-in person a student of the account whose site they stand on; false where the site has blocked them. */
export async function joinAccount(wire: Wire, accountId: string): Promise<boolean> {
  const answer = await wire.rpc('join_account', { account_id: accountId });
  if (!answer.error && answer.data === null) return false;
  dataOf(answer);
  return true;
}

/**
 * A person's picture where their card names none (contract: a reader tries the user id, then the member id, then the
 * default). Asked by listing, so that a picture that isn't there is no failed request; kept in session storage under
 * `type_userid` as the specification says. `null`: the default.
 */
export function pictureOf(wire: Wire, accountId: string, userId: string, memberId: string) {
  const key = `member_${userId}`;
  return queryOptions({
    queryKey: ['avatars', accountId, userId],
    queryFn: async (): Promise<string | null> => {
      const kept = sessionStorage.getItem(key);
      if (kept !== null) return kept || null;
      const bucket = wire.storage.from(accountId);
      let found: string | null = null;
      for (const id of [userId, memberId]) {
        const { data } = await bucket.list(`avatars/${id}`, { search: 'avatar.jpg', limit: 1 });
        if (!data?.length) continue;
        found = bucket.getPublicUrl(`avatars/${id}/avatar.jpg`).data.publicUrl;
        break;
      }
      sessionStorage.setItem(key, found ?? '');
      return found;
    },
    staleTime: 5 * 60_000,
  });
}
