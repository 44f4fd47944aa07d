import { Pencil, Play, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { formatPercent } from '#base/shared/formats.ts';
import { useOwnOnly } from '#features/learning/courses/components/use-authorship.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { useContentAttributes } from '#ui/display/content-language.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { useList } from '#ui/list/use-list.ts';
import { NewQuizDialog } from '../components/new-quiz-dialog.tsx';
import { QuizTabs } from '../components/quiz-tabs.tsx';
import { type ListedQuiz, listQuizzes } from '../data.ts';

/** `/dashboard/instructor/quizzes`: the quizzes of the caller's courses. */
export default function QuizList() {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const [isStarting, setStarting] = useState(false);
  const ownOnly = useOwnOnly();
  const list = useList({
    key: ['quizzes', account_id],
    vary: ['quizzes', ownOnly],
    filters: {
      state: {
        label: t('list.state'),
        isSingle: true,
        options: [
          { id: 'shown', label: t('list.shown') },
          { id: 'hidden', label: t('list.hidden') },
          { id: 'empty', label: t('list.noQuestions') },
        ],
      },
    },
    read: (request) => listQuizzes(db, account_id, { ...request, ownOnly }),
  });
  const newButton = (
    <Button variant="primary" icon={Plus} onPress={() => setStarting(true)}>
      {t('list.new')}
    </Button>
  );
  const { isFiltered } = list.state;
  const isEmpty = list.total === 0 && !isFiltered;
  return (
    <ListScreen
      list={list}
      title={t('list.title')}
      count={null}
      sentence={list.total && !isFiltered ? t('list.sentence', { count: list.total }) : undefined}
      tabs={<QuizTabs />}
      actions={isEmpty ? undefined : newButton}
      search={t('list.search')}
      columns={useQuizColumns()}
      exportName={isEmpty ? undefined : 'quizzes'}
      rowName={(row) => row.lessons.title}
      rowHref={(row) => paths.editQuiz(row.id)}
      rowActions={(row) => [
        { id: 'edit', label: t('list.edit'), icon: Pencil, isQuick: true, href: paths.editQuiz(row.id) },
        { id: 'try', label: t('list.try'), icon: Play, isQuick: true, href: paths.tryQuiz(row.id) },
      ]}
      empty={{ title: t('list.empty'), text: t('list.emptyText'), drawing: 'page', action: newButton }}
      noMatch={t('list.noneFound')}
    >
      <NewQuizDialog isOpen={isStarting} onOpenChange={setStarting} />
    </ListScreen>
  );
}

function useQuizColumns(): ListColumn<ListedQuiz>[] {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  return [
    {
      id: 'name',
      label: t('list.name'),
      sort: true,
      phone: 'main',
      cell: (row) => <QuizName quiz={row} />,
      csv: (row) => row.lessons.title,
    },
    {
      id: 'course',
      label: t('list.course'),
      phone: 'under',
      isWritten: true,
      cell: (row) => row.lessons.courses.title,
    },
    {
      id: 'state',
      label: t('list.state'),
      csv: (row) => t(row.lessons.is_published ? 'list.shown' : 'list.hidden'),
    },
    {
      id: 'questions',
      label: t('list.questions'),
      sort: true,
      isEnd: true,
      phone: 'under',
      cell: (row) => row.question_count,
    },
    { id: 'points', label: t('list.points'), sort: true, isEnd: true, phone: 'hide', cell: (row) => row.points },
    {
      id: 'mark',
      label: t('list.toPass'),
      sort: true,
      isEnd: true,
      phone: 'hide',
      cell: (row) => formatPercent(row.pass_mark, locale),
    },
    {
      id: 'changed',
      label: t('list.changed'),
      sort: true,
      isEnd: true,
      phone: 'side',
      cell: (row) => <RelativeTime when={row.updated_at} />,
      csv: (row) => row.updated_at,
    },
  ];
}

function QuizName({ quiz }: { quiz: ListedQuiz }) {
  const { t } = useTranslation('quizzes');
  const written = useContentAttributes();
  return (
    <span className="row">
      <span className="cut font-medium" {...written} title={quiz.lessons.title}>
        {quiz.lessons.title}
      </span>
      {!quiz.lessons.is_published && <Badge>{t('list.hidden')}</Badge>}
      {quiz.question_count === 0 && <Badge tone="warning">{t('list.noQuestions')}</Badge>}
    </span>
  );
}
