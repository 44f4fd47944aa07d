import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import type { EditorProps } from '#features/learning/courses/components/activities.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { quizOfLessonQuery } from '../attempts/data.ts';
import { type EditableQuiz, editableQuizQuery } from '../data.ts';
import { QuizWorkbench } from './quiz-workbench.tsx';

/** Edits the quiz of a lesson; shown in the course editor and saved with the lesson. */
export function QuizEditor({ lesson, host }: Pick<EditorProps, 'lesson' | 'host'>) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const quizId = useQuery(quizOfLessonQuery(db, account_id, lesson.id));
  if (quizId.isError) return <ErrorState onRetry={() => quizId.refetch()} />;
  if (quizId.isPending) return <SkeletonList rows={3} hasMedia={false} />;
  if (!quizId.data) return <EmptyState title={t('edit.none')}>{t('edit.noneText')}</EmptyState>;
  return (
    <QuizLoader quizId={quizId.data}>
      {(quiz, reload) => <QuizWorkbench key={quiz.id} quiz={quiz} host={host} onReload={reload} />}
    </QuizLoader>
  );
}

/** Loads a quiz for editing, with loading, error and not-found states. */
export function QuizLoader({
  quizId,
  actions,
  children,
}: {
  quizId: string;
  /** Actions of the not-found state. */
  actions?: ReactNode;
  children: (quiz: EditableQuiz, reload: () => Promise<EditableQuiz | null | undefined>) => ReactNode;
}) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const quiz = useQuery(editableQuizQuery(db, account_id, quizId));
  if (quiz.isError) return <ErrorState onRetry={() => quiz.refetch()} isRetrying={quiz.isFetching} />;
  if (quiz.isPending) return <SkeletonList rows={4} hasMedia={false} />;
  if (!quiz.data) {
    return (
      <EmptyState title={t('edit.none')} drawing="search" actions={actions}>
        {t('edit.noneText')}
      </EmptyState>
    );
  }
  return children(quiz.data, async () => (await quiz.refetch()).data);
}
