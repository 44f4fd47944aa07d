import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff, MessageSquareReply, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useCan } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { RowAction } from '#ui/list/list-actions.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { TeachingTabs } from '../../components/teaching-tabs.tsx';
import { taughtQuery } from '../../instructors/data.ts';
import { ReplyPanel } from '../components/reply-panel.tsx';
import { Stars } from '../components/star-rating.tsx';
import { listManagedReviews, removeReview, reviewsKey, setReviewStatus } from '../data.ts';
import { type ManagedReview, reviewStatuses, stars } from '../schema.ts';

/** The reviews of the courses somebody teaches; of all courses for who manages the site. */
export default function Reviews() {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const isManager = useCan('manage_options');
  const [search] = useSearchParams();
  const course = search.get('course') ?? undefined;
  const [answered, setAnswered] = useState<ManagedReview | null>(null);
  const taught = useQuery({ ...taughtQuery(db, account_id, true), enabled: !isManager });
  const courses = isManager ? undefined : (taught.data?.map(({ id }) => id) ?? []);
  const list = useList({
    key: [...reviewsKey(account_id), 'managed'],
    vary: [course, courses],
    sort: '-created_at',
    filters: {
      status: { label: t('reviews.state'), options: choices(reviewStatuses, (id) => t(`reviews.state_${id}`)) },
      rating: {
        label: t('reviews.rating'),
        options: choices(stars.map(String), (id) => t('reviews.stars', { count: Number(id) })),
      },
    },
    read: ({ status, rating, ...request }) =>
      listManagedReviews(db, account_id, { ...request, statuses: status, ratings: rating, course, courses }),
  });
  const rowActions = useReviewActions(setAnswered, isManager === true);
  return (
    <ListScreen
      list={list}
      title={t('reviews.title')}
      sentence={t('reviews.sentence')}
      tabs={isManager ? <TeachingTabs /> : null}
      columns={useReviewColumns()}
      rowName={(row) => row.author_name}
      onRowOpen={setAnswered}
      rowActions={rowActions}
      exportName="reviews"
      empty={{ title: t('reviews.emptyTitle'), text: t('reviews.emptyText') }}
      noMatch={t('reviews.noMatch')}
    >
      {answered ? <ReplyPanel review={answered} onClose={() => setAnswered(null)} /> : null}
    </ListScreen>
  );
}

function useReviewColumns(): ListColumn<ManagedReview>[] {
  const { t } = useTranslation('courses');
  return [
    { id: 'author', label: t('reviews.author'), phone: 'main', isWritten: true, cell: (row) => row.author_name },
    {
      id: 'rating',
      label: t('reviews.rating'),
      sort: true,
      phone: 'under',
      cell: (row) => <Stars rating={row.rating} />,
      csv: (row) => String(row.rating),
    },
    {
      id: 'body',
      label: t('reviews.text'),
      phone: 'under',
      cell: (row) => <ContentText isApart>{row.body}</ContentText>,
      csv: (row) => row.body,
    },
    {
      id: 'course',
      label: t('reviews.course'),
      cell: (row) => <ContentText isApart>{row.courses?.title ?? ''}</ContentText>,
      csv: (row) => row.courses?.title ?? '',
    },
    {
      id: 'created_at',
      label: t('reviews.date'),
      sort: true,
      cell: (row) => <RelativeTime when={row.created_at} />,
      csv: (row) => row.created_at,
    },
    {
      id: 'status',
      label: t('reviews.state'),
      phone: 'side',
      cell: (row) =>
        row.status === 'shown' ? null : (
          <Badge tone={row.status === 'waiting' ? 'warning' : undefined}>{t(`reviews.state_${row.status}`)}</Badge>
        ),
      csv: (row) => t(`reviews.state_${row.status}`),
    },
  ];
}

function useReviewActions(
  onAnswer: (review: ManagedReview) => void,
  isManager: boolean,
): (row: ManagedReview) => RowAction[] {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  return (row) => [
    { id: 'reply', label: t('reviews.reply'), icon: MessageSquareReply, onAction: () => onAnswer(row) },
    row.status === 'shown'
      ? {
          id: 'hide',
          label: t('reviews.hide'),
          icon: EyeOff,
          run: () => setReviewStatus(db, account_id, row.id, 'hidden'),
          done: t('reviews.hidden'),
        }
      : {
          id: 'show',
          label: t('reviews.show'),
          icon: Eye,
          run: () => setReviewStatus(db, account_id, row.id, 'shown'),
          done: t('reviews.isShown'),
        },
    ...(isManager
      ? [
          {
            id: 'remove',
            label: t('reviews.delete'),
            icon: Trash2,
            isDanger: true,
            run: () => removeReview(db, account_id, row.id),
            done: t('reviews.deleted'),
            confirm: { title: t('reviews.deleteTitle'), text: t('reviews.deleteText'), label: t('reviews.delete') },
          } as const,
        ]
      : []),
  ];
}
