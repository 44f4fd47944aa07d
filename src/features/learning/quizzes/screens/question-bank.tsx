import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { QuizTabs } from '../components/quiz-tabs.tsx';
import { type BankQuestion, listBank } from '../data.ts';
import { questionKinds } from '../rules.ts';

/** `/dashboard/instructor/quizzes/bank`: the questions of the caller's courses. */
export default function QuestionBank() {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const list = useList({
    key: ['quizzes', account_id],
    vary: ['bank'],
    filters: {
      kind: { label: t('bank.kind'), isSingle: true, options: choices(questionKinds, (id) => t(`kind.${id}`)) },
    },
    read: (request) => listBank(db, account_id, request),
  });
  return (
    <ListScreen
      list={list}
      title={t('bank.title')}
      count={null}
      sentence={t('bank.sentence')}
      tabs={<QuizTabs />}
      search={t('bank.search')}
      columns={useQuestionColumns()}
      exportName={list.total === 0 && !list.state.isFiltered ? undefined : 'questions'}
      rowName={(row) => row.prompt}
      rowHref={(row) => paths.editQuiz(row.quizzes.id, row.id)}
      empty={{ title: t('bank.empty'), text: t('bank.emptyText'), drawing: 'search' }}
      noMatch={t('bank.noneFound')}
    />
  );
}

function useQuestionColumns(): ListColumn<BankQuestion>[] {
  const { t } = useTranslation('quizzes');
  return [
    {
      id: 'prompt',
      label: t('bank.question'),
      sort: true,
      phone: 'main',
      isWritten: true,
      cell: (row) => <span className="line-clamp-2 font-medium whitespace-normal">{row.prompt}</span>,
      csv: (row) => row.prompt,
    },
    { id: 'kind', label: t('bank.kind'), sort: true, phone: 'under', width: 10, cell: (row) => t(`kind.${row.kind}`) },
    { id: 'quiz', label: t('bank.quiz'), phone: 'under', isWritten: true, cell: (row) => row.quizzes.lessons.title },
    {
      id: 'course',
      label: t('bank.course'),
      phone: 'hide',
      isWritten: true,
      cell: (row) => row.quizzes.lessons.courses.title,
    },
    { id: 'points', label: t('bank.points'), sort: true, isEnd: true, phone: 'hide', cell: (row) => row.points },
  ];
}
