import { queryOptions } from '@tanstack/react-query';
import type { Db } from '#base/shared/db-client.ts';

/**
 * A member's avatar when their row names none (contract: user id, then member id, then the default). Listed instead of
 * fetched, so that a missing picture is no failed request; cached in session storage as `member_{user_id}`, as the
 * specification says. `null`: the default.
 */
export function pictureOf(db: Db, accountId: string, userId: string, memberId: string) {
  const key = `member_${userId}`;
  return queryOptions({
    queryKey: ['avatars', accountId, userId],
    queryFn: async (): Promise<string | null> => {
      const cached = sessionStorage.getItem(key);
      if (cached !== null) return cached || null;
      const bucket = db.storage.from(accountId);
      let url: string | null = null;
      for (const id of [userId, memberId]) {
        const { data } = await bucket.list(`avatars/${id}`, { search: 'avatar.jpg', limit: 1 });
        if (!data?.length) continue;
        url = bucket.getPublicUrl(`avatars/${id}/avatar.jpg`).data.publicUrl;
        break;
      }
      sessionStorage.setItem(key, url ?? '');
      return url;
    },
    staleTime: 5 * 60_000,
  });
}
