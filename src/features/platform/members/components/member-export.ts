import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { downloadCsvInPages } from '#ui/table/download-csv.ts';
import { type MemberFilter, memberBatches } from '../directory/data.ts';
import { useRoleNames } from './role-name.ts';

const headKeys = ['field.name', 'field.email', 'list.role', 'list.status', 'list.courses', 'list.seen', 'list.joined'];

/** Downloads all members that match a filter as a CSV file. */
export function useMemberExport() {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  const nameOf = useRoleNames();
  return async (filter: MemberFilter) => {
    try {
      const count = await downloadCsvInPages(
        'members',
        headKeys.map((key) => t(key)),
        memberBatches(db, account_id, filter),
        (row) => [
          row.name,
          row.email,
          nameOf(row.role),
          t(row.blocked_at ? 'list.blocked' : 'list.active'),
          row.course_count,
          row.last_seen_at,
          row.created_at,
        ],
      );
      showToast(t('list.exported', { count }));
    } catch (error) {
      showError((error as Error).message || t('problem.unknown'));
    }
  };
}
