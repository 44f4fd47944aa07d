import { useTranslation } from 'react-i18next';
import type { ListColumn } from '#ui/list/list-column.ts';
import type { BankQuestion } from '../data.ts';
import { useCategoryOptions } from './use-category-options.ts';

/** The columns of the question bank. */
export function useQuestionColumns(): ListColumn<BankQuestion>[] {
  const { t } = useTranslation('quizzes');
  const { options } = useCategoryOptions();
  const categoryOf = (row: BankQuestion) => options.find(({ id }) => id === row.category_id)?.label ?? '';
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
    { id: 'category', label: t('bank.category'), phone: 'under', isWritten: true, cell: categoryOf },
    { id: 'tags', label: t('bank.tags'), phone: 'under', isWritten: true, cell: (row) => row.tags.join(', ') },
    {
      id: 'quiz',
      label: t('bank.quiz'),
      phone: 'hide',
      isWritten: true,
      cell: (row) => row.quizzes?.lessons.title ?? '–',
    },
    { id: 'course', label: t('bank.course'), phone: 'hide', isWritten: true, cell: (row) => row.courses.title },
    { id: 'points', label: t('bank.points'), sort: true, isEnd: true, phone: 'hide', cell: (row) => row.points },
  ];
}
