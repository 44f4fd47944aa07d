import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { MessageSquareText, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useRowChanges } from '#base/browser/row-changes.ts';
import { clockNow } from '#base/shared/clock.ts';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { useBulk } from '#ui/table/use-bulk.ts';
import { TicketBulk } from '../components/ticket-bulk.tsx';
import { type TicketAccess, useTicketAccess } from '../components/use-ticket-access.ts';
import { changeTickets, listTickets, type TicketCounts, ticketKeys, ticketQueries } from '../data.ts';
import { categories, statuses } from '../schema.ts';
import { useTicketColumns, useTicketFile } from './ticket-columns.tsx';

/** Support tickets: one's own, or for staff everybody's. */
export default function TicketListScreen() {
  const access = useTicketAccess();
  const { t } = useTranslation('tickets');
  if (access.isStaff !== undefined) return <TicketList access={access} isStaff={access.isStaff} />;
  return (
    <main id="content" className="page">
      <PageHeader title={t('list.title')} />
      <SkeletonText lines={6} />
    </main>
  );
}

function TicketList({ access, isStaff }: { access: TicketAccess; isStaff: boolean }) {
  const { t } = useTranslation('tickets');
  const db = useDb();
  const { account_id } = access;
  const [now] = useState(() => new Date(clockNow()));
  const counts = useQuery(ticketQueries.counts(db, account_id)).data;
  const staff = useQuery({ ...ticketQueries.staff(db, account_id), enabled: isStaff }).data;
  const list = useTickets(access, isStaff, counts);
  const bulk = useBulk(list);
  const changing = useSave((change: Parameters<typeof changeTickets>[3]) =>
    bulk.run((ids) => changeTickets(db, account_id, ids, change), list.refresh),
  );
  const newButton = (
    <LinkButton variant="primary" icon={Plus} href={paths.newTicket()}>
      {t('list.new')}
    </LinkButton>
  );
  return (
    <ListScreen
      list={list}
      title={t('list.title')}
      sentence={sentenceOf(t, isStaff, access.isPlatform, counts)}
      actions={
        <>
          {isStaff ? (
            <LinkButton icon={MessageSquareText} href={paths.ticketReplies()}>
              {t('replies.title')}
            </LinkButton>
          ) : null}
          {newButton}
        </>
      }
      search={t('list.search')}
      columns={useTicketColumns(isStaff, staff, now)}
      exportName="tickets"
      exportColumns={useTicketFile(staff)}
      rowName={(row) => `#${row.number} ${row.subject}`}
      rowHref={(row) => paths.ticket(row.id)}
      bulk={{
        buttons: (
          <TicketBulk
            access={access}
            staff={isStaff ? (staff ?? []) : undefined}
            onChange={(change) => void changing.save(change)}
          />
        ),
      }}
      empty={{
        title: t('list.emptyTitle'),
        text: t(isStaff ? 'list.emptyStaff' : 'list.emptyText'),
        action: isStaff ? undefined : newButton,
      }}
      noMatch={t('list.noMatchTitle')}
    />
  );
}

/** The tickets the caller may see, read again when one changes. */
function useTickets({ account_id, user_id }: TicketAccess, isStaff: boolean, counts: TicketCounts | undefined) {
  const db = useDb();
  const queries = useQueryClient();
  const list = useList({
    key: ticketKeys.all(account_id),
    vary: [isStaff, user_id],
    sort: '-last_message_at',
    filters: useTicketFilters(isStaff, counts),
    read: ({ status, category, late, ...request }) =>
      listTickets(db, account_id, {
        ...request,
        statuses: status,
        categories: category,
        isLate: late === 'yes',
        user_id: isStaff ? undefined : user_id,
        me: user_id,
      }),
  });
  useRowChanges(
    'tickets',
    isStaff ? `account_id=eq.${account_id}` : `user_id=eq.${user_id}`,
    () => void queries.invalidateQueries({ queryKey: ticketKeys.all(account_id) }),
  );
  return list;
}

function useTicketFilters(isStaff: boolean, counts: TicketCounts | undefined) {
  const { t } = useTranslation('tickets');
  const counted = (name: string, count = 0) => t('list.withCount', { name, count });
  return {
    status: {
      label: t('list.status'),
      options: choices(statuses, (id) => (counts ? counted(t(`status.${id}`), counts[id]) : t(`status.${id}`))),
    },
    category: { label: t('list.category'), options: choices(categories, (id) => t(`category.${id}`)) },
    assigned: {
      label: isStaff ? t('list.assignee') : undefined,
      isSingle: true as const,
      options: [
        { id: 'me', label: counted(t('assigned.me'), counts?.mine) },
        { id: 'nobody', label: counted(t('assigned.nobody'), counts?.unassigned) },
      ],
    },
    late: {
      label: isStaff ? t('list.late') : undefined,
      isSingle: true as const,
      options: [{ id: 'yes', label: counted(t('list.overTarget'), counts?.overdue) }],
    },
  };
}

function sentenceOf(
  t: TFunction<'tickets'>,
  isStaff: boolean,
  isPlatform: boolean,
  counts: TicketCounts | undefined,
): string {
  if (!isStaff) return t(isPlatform ? 'list.askPlatform' : 'list.askSite');
  if (!counts) return ' ';
  if (counts.overdue > 0) return t('list.someLate', { count: counts.overdue, waiting: counts.unresolved });
  return counts.unresolved > 0 ? t('list.someWait', { count: counts.unresolved }) : t('list.noneWait');
}
