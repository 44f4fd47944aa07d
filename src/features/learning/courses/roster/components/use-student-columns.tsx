import { useTranslation } from 'react-i18next';
import { dateFormat, formatPercent } from '#base/shared/formats.ts';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import type { ListColumn } from '#ui/list/list-column.ts';
import type { Student } from '../schema.ts';

/** The columns of the roster, on the screen and in the file. */
export function useStudentColumns(): ListColumn<Student>[] {
  const { t } = useTranslation('courses');
  const { locale } = useLocale();
  return [
    { id: 'name', label: t('roster.name'), sort: true, phone: 'main', isWritten: true, cell: (row) => row.name },
    {
      id: 'email',
      label: t('roster.email'),
      cell: (row) => <bdi>{row.email ?? ''}</bdi>,
      csv: (row) => row.email,
    },
    {
      id: 'percent',
      label: t('roster.progress'),
      isEnd: true,
      phone: 'under',
      cell: (row) => (
        <>
          <bdi>{formatPercent(row.percent, locale)}</bdi> ·{' '}
          <bdi>{t('roster.lessons', { done: row.done, total: row.total })}</bdi>
        </>
      ),
      csv: (row) => row.percent,
    },
    {
      id: 'status',
      label: t('roster.status'),
      phone: 'side',
      cell: (row) =>
        row.status === 'active' ? (
          <StatusDot>{t('roster.is.active')}</StatusDot>
        ) : (
          <Badge tone={row.status === 'finished' ? 'success' : 'neutral'}>{t(`roster.is.${row.status}`)}</Badge>
        ),
      csv: (row) => t(`roster.is.${row.status}`),
    },
    {
      id: 'cohort',
      label: t('cohorts.one'),
      cell: (row) => <bdi>{row.cohort ?? ''}</bdi>,
      csv: (row) => row.cohort,
    },
    { id: 'source', label: t('roster.source'), cell: (row) => t(`roster.by.${row.source}`) },
    {
      id: 'seen_at',
      label: t('roster.seen'),
      cell: (row) => (row.seen_at ? <RelativeTime when={row.seen_at} /> : t('roster.never')),
      csv: (row) => row.seen_at,
    },
    ...useAccessColumns(),
  ];
}

/** From when until when they have access. */
function useAccessColumns(): ListColumn<Student>[] {
  const { t } = useTranslation('courses');
  const { locale } = useLocale();
  const dayOf = (moment: string) => dateFormat(locale, { dateStyle: 'medium' }).format(new Date(moment));
  return [
    {
      id: 'created_at',
      label: t('roster.since'),
      sort: true,
      cell: (row) => dayOf(row.starts_at),
      csv: (row) => row.starts_at,
    },
    {
      id: 'expires_at',
      label: t('roster.until'),
      sort: true,
      cell: (row) => (row.expires_at ? dayOf(row.expires_at) : t('roster.forGood')),
      csv: (row) => row.expires_at,
    },
  ];
}
