import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { numberFormat } from '#base/shared/formats.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import type { MemberRow } from '../directory/data.ts';
import { MemberStatus } from './member-panel.tsx';
import { useRoleNames } from './role-name.ts';

/** The columns of the member list. */
export function useMemberColumns(): Column<MemberRow>[] {
  const { t } = useTranslation('members');
  const { locale } = useSite();
  const nameOf = useRoleNames();
  const atEnd = { sort: true, isEnd: true, phone: 'hide' } as const;
  return [
    {
      id: 'name',
      label: t('list.member'),
      sort: true,
      phone: 'main',
      cell: (row) => (
        <Avatar name={row.name} note={row.email} hueKey={row.user_id} sources={row.avatar ? [row.avatar] : []} />
      ),
    },
    { id: 'email', label: t('field.email'), sort: true, phone: 'hide', cell: (row) => <bdi>{row.email}</bdi> },
    { id: 'role', label: t('list.role'), width: 8, sort: true, phone: 'under', cell: (row) => nameOf(row.role) },
    {
      id: 'status',
      label: t('list.status'),
      width: 7,
      sort: true,
      phone: 'side',
      cell: (row) => <MemberStatus row={row} />,
    },
    {
      id: 'course_count',
      label: t('list.courses'),
      width: 6,
      ...atEnd,
      cell: (row) => <span className="num">{numberFormat(locale).format(row.course_count)}</span>,
    },
    {
      id: 'last_seen_at',
      label: t('list.seen'),
      width: 7.5,
      ...atEnd,
      cell: (row) =>
        row.last_seen_at ? <RelativeTime when={row.last_seen_at} /> : <span className="quiet">{t('list.never')}</span>,
    },
    {
      id: 'created_at',
      label: t('list.joined'),
      width: 7,
      ...atEnd,
      cell: (row) => <RelativeTime when={row.created_at} />,
    },
  ];
}
