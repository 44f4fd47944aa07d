import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf, dbErrorOf, maybeDataOf } from '#base/shared/db-client.ts';
import { defaultPreferences, type NotificationPreferences } from './rules.ts';

/** A browser with a push subscription. */
export type PushBrowser = { id: string; endpoint: string; device: string; created_at: string; updated_at: string };

const columns = 'no_app, no_email, no_push, email_rhythm, quiet_from, quiet_until, time_zone';

export const channelKeys = {
  preferences: (accountId: string, userId: string) => ['notification_preferences', accountId, userId] as const,
  browsers: (accountId: string, userId: string) => ['push_subscriptions', accountId, userId] as const,
};

/** Notification preferences of a person; defaults with every channel on until they save some. */
export function ownPreferences(db: Db, accountId: string, userId: string) {
  return queryOptions({
    queryKey: channelKeys.preferences(accountId, userId),
    queryFn: async (): Promise<NotificationPreferences & { isStored: boolean }> => {
      const stored = maybeDataOf(
        await db
          .from('notification_preferences')
          .select(columns)
          .eq('account_id', accountId)
          .eq('user_id', userId)
          .maybeSingle(),
      ) as NotificationPreferences | null;
      if (!stored) return { ...defaultPreferences, isStored: false };
      const minute = (time: string | null) => time?.slice(0, 5) ?? null;
      return {
        ...stored,
        no_app: stored.no_app.toSorted(),
        no_email: stored.no_email.toSorted(),
        no_push: stored.no_push.toSorted(),
        quiet_from: minute(stored.quiet_from),
        quiet_until: minute(stored.quiet_until),
        isStored: true,
      };
    },
  });
}

export async function savePreferences(
  db: Db,
  accountId: string,
  userId: string,
  preferences: NotificationPreferences,
): Promise<void> {
  const { error } = await db
    .from('notification_preferences')
    .upsert({ account_id: accountId, user_id: userId, ...preferences }, { onConflict: 'account_id,user_id' });
  if (error) throw dbErrorOf(error);
}

/** The person's push subscriptions, last used first. */
export function ownBrowsers(db: Db, accountId: string, userId: string) {
  return queryOptions({
    queryKey: channelKeys.browsers(accountId, userId),
    queryFn: async () =>
      dataOf(
        await db
          .from('push_subscriptions')
          .select('id, endpoint, device, created_at, updated_at')
          .eq('account_id', accountId)
          .eq('user_id', userId)
          .order('updated_at', { ascending: false })
          .limit(20),
      ) as PushBrowser[],
  });
}

export async function saveBrowser(
  db: Db,
  accountId: string,
  browser: { endpoint: string; p256dh: string; auth: string; device: string },
): Promise<void> {
  const { error } = await db.rpc('save_push_subscription', { account_id: accountId, ...browser });
  if (error) throw dbErrorOf(error);
}

export async function removeBrowser(db: Db, accountId: string, endpoint: string): Promise<void> {
  const { error } = await db.from('push_subscriptions').delete().eq('account_id', accountId).eq('endpoint', endpoint);
  if (error) throw dbErrorOf(error);
}

/** Records that the list was seen, so that none of it is mailed any more. */
export async function markSeen(db: Db, accountId: string): Promise<void> {
  const { error } = await db.rpc('see_notifications', { account_id: accountId });
  if (error) throw dbErrorOf(error);
}
