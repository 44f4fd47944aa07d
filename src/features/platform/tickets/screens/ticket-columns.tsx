import { useTranslation } from 'react-i18next';
import { Avatar } from '#ui/display/avatar.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { TicketClock, TicketState } from '../components/ticket-state.tsx';
import type { StaffPerson, Ticket } from '../data.ts';

/** Columns of the ticket list; for staff also requester, assignee and response target. */
export function useTicketColumns(isStaff: boolean, staff: StaffPerson[] | undefined, now: Date): Column<Ticket>[] {
  const { t } = useTranslation('tickets');
  const nameOf = (id: string) => staff?.find(({ user_id }) => user_id === id)?.name ?? t('assigned.somebody');
  const subject: Column<Ticket> = {
    id: 'subject',
    label: t('list.subject'),
    sort: true,
    phone: 'main',
    cell: (row) => (
      <span dir="auto" title={row.subject}>
        {row.subject}
      </span>
    ),
  };
  const rest: Column<Ticket>[] = [
    {
      id: 'category',
      label: t('list.category'),
      sort: true,
      phone: 'under',
      cell: (row) => t(`category.${row.category}`),
    },
    {
      id: 'status',
      label: t('list.status'),
      sort: true,
      phone: 'side',
      cell: (row) => <TicketState status={row.status} />,
    },
  ];
  const last: Column<Ticket> = {
    id: 'last_message_at',
    label: t('list.last'),
    sort: true,
    phone: 'under',
    cell: (row) => <RelativeTime when={row.last_message_at} />,
  };
  const number: Column<Ticket> = {
    id: 'number',
    label: t('list.number'),
    sort: true,
    isEnd: true,
    width: 4,
    cell: (row) => <bdi dir="ltr">#{row.number}</bdi>,
  };
  if (!isStaff) return [subject, ...rest, last, number];
  return [
    subject,
    {
      id: 'requester_name',
      label: t('list.requester'),
      sort: true,
      cell: (row) => <Avatar name={row.requester_name} hueKey={row.user_id} size={24} />,
    },
    ...rest,
    { id: 'due_at', label: t('list.clock'), sort: true, cell: (row) => <TicketClock ticket={row} now={now} /> },
    {
      id: 'assignee_id',
      label: t('list.assignee'),
      sort: true,
      cell: (row) =>
        row.assignee_id ? nameOf(row.assignee_id) : <span className="quiet">{t('assigned.nobody')}</span>,
    },
    last,
    number,
  ];
}
