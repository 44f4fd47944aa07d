import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { groupKeys, joinGroup, leaveGroup } from '../data.ts';

/** Joining and leaving: each says what came of it, and every list of groups is read anew. */
export function useGroupActions(id: string) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const invalidates = [groupKeys.all(account_id), ['threads', account_id]];
  const join = useSave(() => joinGroup(db, id), {
    invalidates,
    done: (result) => t(result === 'joined' ? 'done.joined' : 'done.requested'),
  });
  const leave = useSave(() => leaveGroup(db, id), { invalidates, done: t('done.left') });
  return { join, leave };
}
