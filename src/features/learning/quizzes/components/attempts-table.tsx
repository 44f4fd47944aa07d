import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { formatPercent, numberFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { percentOf } from '../attempts/rules.ts';
import { attemptsQuery, type ListedAttempt, memberNamesQuery, PAGE_SIZE } from '../data.ts';
import { GradeAttempt } from '../manual-grading/components/grade-attempt.tsx';
import { QuizReport } from './quiz-report.tsx';

/** The attempts at a quiz with their results; who opens one sees what the student has reached in all of them. */
export function AttemptsTable({ quizId, lessonId }: { quizId: string; lessonId: string }) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const [page, setPage] = useState(1);
  const [openAttempt, setOpenAttempt] = useState<ListedAttempt | null>(null);
  const attempts = useQuery({ ...attemptsQuery(db, account_id, quizId, page), placeholderData: (old) => old });
  const ids = [...new Set(attempts.data?.rows.map((row) => row.member_id))].sort();
  const names = useQuery({ ...memberNamesQuery(db, account_id, ids), placeholderData: (old) => old });
  const nameOf = (row: ListedAttempt) => names.data?.get(row.member_id) ?? t('results.someone');
  const titleOf = (row: ListedAttempt) => t('results.of', { number: row.number, name: nameOf(row) });
  const columns = useColumns({ nameOf, titleOf, onOpen: setOpenAttempt });
  return (
    <>
      <DataTable
        label={t('results.label')}
        rows={attempts.data?.rows}
        rowId={(row) => row.id}
        rowName={titleOf}
        total={attempts.data?.total}
        isRefreshing={attempts.isFetching}
        error={attempts.isError}
        onRetry={() => attempts.refetch()}
        state={{ page, pageSize: PAGE_SIZE, setPage, sort: undefined, setSort: () => {} }}
        empty={<EmptyState title={t('results.empty')}>{t('results.emptyText')}</EmptyState>}
        columns={columns}
      />
      <SidePanel
        title={openAttempt ? titleOf(openAttempt) : ''}
        isOpen={openAttempt !== null}
        onOpenChange={(isOpen) => !isOpen && setOpenAttempt(null)}
        isWide
      >
        {openAttempt && (
          <div className="grid gap-4">
            <p className="help empty:hidden">
              <QuizReport lesson={{ id: lessonId }} memberId={openAttempt.member_id} />
            </p>
            <GradeAttempt attemptId={openAttempt.id} />
          </div>
        )}
      </SidePanel>
    </>
  );
}

type TextOf = (row: ListedAttempt) => string;

function useColumns({
  nameOf,
  titleOf,
  onOpen,
}: {
  nameOf: TextOf;
  titleOf: TextOf;
  onOpen: (row: ListedAttempt) => void;
}): Column<ListedAttempt>[] {
  const { t } = useTranslation('quizzes');
  return [
    { id: 'student', label: t('results.student'), phone: 'main', cell: nameOf },
    { id: 'number', label: t('results.attempt'), isEnd: true, phone: 'under', cell: (row) => row.number },
    {
      id: 'score',
      label: t('results.score'),
      isEnd: true,
      phone: 'under',
      cell: (row) => <Score row={row} />,
    },
    {
      id: 'state',
      label: t('results.state'),
      phone: 'under',
      cell: (row) => <AttemptMark attempt={row} />,
    },
    {
      id: 'when',
      label: t('results.when'),
      isEnd: true,
      phone: 'under',
      cell: (row) => (row.submitted_at ? <RelativeTime when={row.submitted_at} /> : '–'),
    },
    {
      id: 'look',
      label: t('results.look'),
      isEnd: true,
      phone: 'side',
      cell: (row) =>
        row.submitted_at && (
          <Button
            size="sm"
            variant="quiet"
            aria-label={`${t('results.look')}: ${titleOf(row)}`}
            onPress={() => onOpen(row)}
          >
            {t('results.look')}
          </Button>
        ),
    },
  ];
}

function Score({ row: { score, points } }: { row: ListedAttempt }) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  if (score === null) return '–';
  return t('cover.score', {
    score: numberFormat(locale).format(score),
    points,
    percent: formatPercent(percentOf(score, points), locale),
  });
}

function AttemptMark({ attempt: { passed, to_grade } }: { attempt: ListedAttempt }) {
  const { t } = useTranslation('quizzes');
  if (to_grade > 0) return <Badge tone="info">{t('grading.title')}</Badge>;
  if (passed === null) return <StatusDot tone="info">{t('results.open')}</StatusDot>;
  return passed ? <StatusDot>{t('result.passed')}</StatusDot> : <Badge tone="warning">{t('result.notYet')}</Badge>;
}
