import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { type EditableQuiz, editableQuizQuery, quizOfLessonQuery } from '../data.ts';
import { QuizWorkbench } from './quiz-workbench.tsx';

/** The quiz of a lesson, to be written: for the course editor. */
export function QuizEditor({ lessonId }: { lessonId: string }) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const found = useQuery(quizOfLessonQuery(db, account_id, lessonId));
  if (found.isError) return <ErrorState onRetry={() => found.refetch()} />;
  if (found.isPending) return <SkeletonList rows={3} hasMedia={false} />;
  if (!found.data) return <EmptyState title={t('edit.none')}>{t('edit.noneText')}</EmptyState>;
  return (
    <QuizOf quizId={found.data}>
      {(quiz, reload) => <QuizWorkbench key={quiz.id} quiz={quiz} onReload={reload} />}
    </QuizOf>
  );
}

/** Loads a quiz to be edited, with its four states. */
export function QuizOf({
  quizId,
  actions,
  children,
}: {
  quizId: string;
  /** The way out where there is no such quiz. */
  actions?: ReactNode;
  children: (quiz: EditableQuiz, reload: () => Promise<unknown>) => ReactNode;
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
  return children(quiz.data, quiz.refetch);
}
