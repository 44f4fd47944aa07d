import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { RelativeTime } from '#ui/display/time.tsx';
import type { TicketAccess } from '../components/use-desk.ts';
import { type TicketChange, ticketQueries } from '../data.ts';

/** History of a ticket, oldest first. */
export function TicketSteps({ changes, access }: { changes: readonly TicketChange[]; access: TicketAccess }) {
  const { t } = useTranslation('tickets');
  const db = useDb();
  const staff = useQuery({ ...ticketQueries.staff(db, access.account_id), enabled: access.isStaff === true });
  const nameOf = (id: string | null) =>
    id === null ? null : (staff.data?.find(({ user_id }) => user_id === id)?.name ?? t('assigned.somebody'));
  const textOf = ({ kind, new_value }: TicketChange) => {
    if (kind === 'status') return t('steps.status', { status: t(`status.${new_value}`) });
    if (kind === 'category') return t('steps.category', { category: t(`category.${new_value}`) });
    if (kind === 'view_as') return t(new_value ? 'steps.viewAs' : 'steps.noViewAs');
    const name = nameOf(new_value);
    return name ? t('steps.assignee', { name }) : t('steps.noAssignee');
  };
  if (changes.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h2 className="font-semibold">{t('steps.title')}</h2>
      <ol className="grid gap-2 text-sm">
        {changes.map((change) => (
          <li key={change.id}>
            {textOf(change)}{' '}
            <span className="help">
              <RelativeTime when={change.created_at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
