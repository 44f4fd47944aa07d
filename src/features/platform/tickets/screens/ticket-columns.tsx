import { useTranslation } from 'react-i18next';
import { clockNow } from '#base/shared/clock.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { FileColumn, ListColumn } from '#ui/list/list-column.ts';
import { TicketClock, TicketState } from '../components/ticket-state.tsx';
import type { StaffPerson, Ticket } from '../data.ts';

/** Columns of the ticket list; for staff also requester, assignee and response target. */
export function useTicketColumns(isStaff: boolean, staff: StaffPerson[] | undefined, now: Date): ListColumn<Ticket>[] {
  const { t } = useTranslation('tickets');
  const { requester, clock, assignee } = useStaffColumns(staff, now);
  const subject: ListColumn<Ticket> = {
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
  const rest: ListColumn<Ticket>[] = [
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
  const last: ListColumn<Ticket> = {
    id: 'last_message_at',
    label: t('list.last'),
    sort: true,
    phone: 'under',
    cell: (row) => <RelativeTime when={row.last_message_at} />,
  };
  const number: ListColumn<Ticket> = {
    id: 'number',
    label: t('list.number'),
    sort: true,
    isEnd: true,
    width: 4,
    cell: (row) => <bdi dir="ltr">#{row.number}</bdi>,
  };
  if (!isStaff) return [subject, ...rest, last, number];
  return [subject, requester, ...rest, clock, assignee, last, number];
}

function useStaffColumns(
  staff: StaffPerson[] | undefined,
  now: Date,
): Record<'requester' | 'clock' | 'assignee', ListColumn<Ticket>> {
  const { t } = useTranslation('tickets');
  const nameOf = (id: string) => staff?.find(({ user_id }) => user_id === id)?.name ?? t('assigned.somebody');
  return {
    requester: {
      id: 'requester_name',
      label: t('list.requester'),
      sort: true,
      cell: (row) => <Avatar name={row.requester_name} hueKey={row.user_id} size={24} />,
    },
    clock: { id: 'due_at', label: t('list.clock'), sort: true, cell: (row) => <TicketClock ticket={row} now={now} /> },
    assignee: {
      id: 'assignee_id',
      label: t('list.assignee'),
      sort: true,
      cell: (row) =>
        row.assignee_id ? nameOf(row.assignee_id) : <span className="quiet">{t('assigned.nobody')}</span>,
    },
  };
}

/** The columns of the exported file. */
export function useTicketFile(staff: StaffPerson[] | undefined): FileColumn<Ticket>[] {
  const { t } = useTranslation('tickets');
  const names = new Map(staff?.map((person) => [person.user_id, person.name]));
  // The row's clock of an unresolved ticket is only stored up to when it last stopped.
  const waitedSeconds = (row: Ticket) =>
    row.clock_seconds + (row.clock_since ? (clockNow() - Date.parse(row.clock_since)) / 1000 : 0);
  return [
    { label: t('csv.number'), csv: (row) => row.number },
    { label: t('csv.subject'), csv: (row) => row.subject },
    { label: t('csv.category'), csv: (row) => t(`category.${row.category}`) },
    { label: t('csv.status'), csv: (row) => t(`status.${row.status}`) },
    { label: t('csv.requester'), csv: (row) => row.requester_name },
    { label: t('csv.email'), csv: (row) => row.requester_email },
    { label: t('csv.assignee'), csv: (row) => names.get(row.assignee_id ?? '') ?? '' },
    { label: t('csv.opened'), csv: (row) => row.created_at },
    { label: t('csv.last'), csv: (row) => row.last_message_at },
    { label: t('csv.firstReply'), csv: (row) => row.first_replied_at },
    { label: t('csv.waited'), csv: (row) => Math.round(waitedSeconds(row) / 60) },
  ];
}
