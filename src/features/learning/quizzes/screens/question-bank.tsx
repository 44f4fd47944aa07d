import { useQuery } from '@tanstack/react-query';
import { Archive, ArchiveRestore, FolderInput, FolderTree, Plus, Tags } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import type { BulkAction } from '#ui/list/list-actions.tsx';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { MoveDialog, TagDialog } from '../bank/components/bulk-dialogs.tsx';
import { CategoriesDialog } from '../bank/components/categories-dialog.tsx';
import { NewQuestionPanel, QuestionPanel } from '../bank/components/question-panel.tsx';
import { useCategoryOptions } from '../bank/components/use-category-options.ts';
import { useQuestionColumns } from '../bank/components/use-question-columns.tsx';
import { bankTagsQuery, changeBankQuestions, listBank } from '../bank/data.ts';
import { QuizTabs } from '../components/quiz-tabs.tsx';
import { quizCoursesQuery } from '../data.ts';
import { questionKinds } from '../rules.ts';

type Opened = { id: 'new' | 'categories' | 'move' | 'tag' } | { id: 'question'; question: string } | null;

/** `/dashboard/instructor/quizzes/bank`: the questions of the caller's courses. */
export default function QuestionBank() {
  const { t } = useTranslation('quizzes');
  const list = useBankList();
  const [opened, setOpened] = useState<Opened>(null);
  const bulk = useBankActions(list.values.state === 'archived', (id) => setOpened({ id }));
  const close = () => setOpened(null);
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
      actions={
        <>
          <Button icon={FolderTree} onPress={() => setOpened({ id: 'categories' })}>
            {t('bank.categories')}
          </Button>
          <Button variant="primary" icon={Plus} onPress={() => setOpened({ id: 'new' })}>
            {t('edit.untitled')}
          </Button>
        </>
      }
      rowName={(row) => row.prompt}
      onRowOpen={(row) => setOpened({ id: 'question', question: row.id })}
      bulk={bulk}
      empty={{ title: t('bank.empty'), text: t('bank.emptyText'), drawing: 'search' }}
      noMatch={t('bank.noneFound')}
    >
      <CategoriesDialog isOpen={opened?.id === 'categories'} onClose={close} />
      {opened?.id === 'new' && <NewQuestionPanel onClose={close} />}
      {opened?.id === 'move' && <MoveDialog list={list} onClose={close} />}
      {opened?.id === 'tag' && <TagDialog list={list} onClose={close} />}
      <QuestionPanel
        question={(opened?.id === 'question' && list.rows?.find(({ id }) => id === opened.question)) || null}
        onClose={close}
      />
    </ListScreen>
  );
}

/** The list with its filters; categories and tags are those there are. */
function useBankList() {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const { categories, options } = useCategoryOptions();
  const courses = useQuery(quizCoursesQuery(db, account_id, false));
  const tags = useQuery(bankTagsQuery(db, account_id));
  const tagNames = [...new Set(tags.data?.map(({ tag }) => tag))];
  return useList({
    key: ['quizzes', account_id],
    vary: ['bank', categories.length],
    filters: {
      kind: { label: t('bank.kind'), isSingle: true, options: choices(questionKinds, (id) => t(`kind.${id}`)) },
      course: {
        label: t('bank.course'),
        isSingle: true,
        options: courses.data?.map(({ id, title }) => ({ id, label: title })) ?? [],
      },
      category: { label: t('bank.category'), isSingle: true, options },
      tag: { label: t('bank.tag'), isSingle: true, options: choices(tagNames, (tag) => tag) },
      state: { label: t('results.state'), isSingle: true, options: [{ id: 'archived', label: t('bank.archived') }] },
    },
    read: ({ state, ...request }) =>
      listBank(db, account_id, { ...request, categories, isArchived: state === 'archived' }),
  });
}

/** What can be done with the selected questions. */
function useBankActions(isArchived: boolean, onOpen: (id: 'move' | 'tag') => void): BulkAction[] {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const change = (ids: string[], is_archived: boolean) => changeBankQuestions(db, ids, { is_archived });
  return [
    { label: t('bank.move'), icon: FolderInput, onAction: () => onOpen('move') },
    { label: t('bank.tags'), icon: Tags, onAction: () => onOpen('tag') },
    isArchived
      ? {
          label: t('bank.restoreVersion'),
          icon: ArchiveRestore,
          run: (ids) => change(ids, false),
          done: () => t('bank.changed'),
        }
      : {
          label: t('bank.archive'),
          icon: Archive,
          run: (ids) => change(ids, true),
          done: () => t('bank.changed'),
        },
  ];
}
