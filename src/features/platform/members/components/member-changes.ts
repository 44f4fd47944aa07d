import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { showToast } from '#ui/overlays/toaster.tsx';
import { changeMembers, type MemberChange } from '../data.ts';
import { allMembers, type MemberFilter, type MemberRow, removeMembers } from '../directory/data.ts';

type Change = { rows: readonly MemberRow[]; change: MemberChange; done: string };

const idsOf = (rows: readonly MemberRow[]) => rows.map(({ id }) => id);

/** Mutations on members with toasts and cache invalidation. Bulk changes skip owners and the user themselves. */
export function useMemberChanges() {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  const viewer = useMember();
  const queries = useQueryClient();
  const staleKeys = [
    ['members', account_id],
    ['roles', account_id],
  ];
  const change = useSave(({ rows, change: values }: Change) => changeMembers(db, account_id, idsOf(rows), values), {
    done: (_, { done }) => done,
    invalidates: staleKeys,
  });

  return {
    isBusy: change.isSaving,
    change: (input: Change) => void change.save(input),
    /** Rejects with the error to show in the dialog. */
    remove: async (rows: readonly MemberRow[], heir: string | null) => {
      await removeMembers(db, account_id, idsOf(rows), heir);
      const [first] = rows;
      showToast(
        rows.length === 1 ? t('list.removed', { name: first?.name }) : t('list.manyRemoved', { count: rows.length }),
      );
      await Promise.all(staleKeys.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    block: (row: MemberRow) =>
      void change.save({
        rows: [row],
        change: { blocked_at: row.blocked_at ? null : new Date().toISOString() },
        done: t(row.blocked_at ? 'list.unblocked' : 'list.blockedDone', { name: row.name }),
      }),
    /** The rows selected on this page, or all that match the filter. */
    chosen: async (visible: readonly MemberRow[], ids: ReadonlySet<string>, isAll: boolean, filter: MemberFilter) => {
      const rows = isAll ? await allMembers(db, account_id, filter) : visible.filter((row) => ids.has(row.id));
      return rows.filter((row) => row.role.kind !== 'owner' && row.user_id !== viewer.user_id);
    },
  };
}
