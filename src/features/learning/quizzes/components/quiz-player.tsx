import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState, Note } from '#ui/display/states.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import {
  type AttemptResult,
  type AttemptState,
  quizOfLessonQuery,
  quizOverviewQuery,
  startAttempt,
} from '../attempts/data.ts';
import { useErrorText } from './error-text.ts';
import { QuizCover } from './quiz-cover.tsx';

/** Loaded when the quiz is begun, or its result is opened. */
const QuizAttempt = lazy(async () => ({ default: (await import('./quiz-attempt.tsx')).QuizAttempt }));
const QuizResult = lazy(async () => ({ default: (await import('./quiz-result.tsx')).QuizResult }));

export type QuizPlayerProps = {
  lessonId: string;
  /** Looked up by lesson id when undefined. */
  quizId?: string | undefined;
  /** Called when the server has recorded a pass: the lesson is done. */
  onPassed?: (() => void) | undefined;
  /** Opens the next lesson; shown after a pass. */
  onContinue?: (() => void) | undefined;
};

/** A quiz from its start page to its result, at any container width. */
export function QuizPlayer({ lessonId, quizId, onPassed, onContinue }: QuizPlayerProps) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const quizOfLesson = useQuery({ ...quizOfLessonQuery(db, account_id, lessonId), enabled: quizId === undefined });
  const id = quizId ?? quizOfLesson.data;
  if (id) return <Player key={id} quizId={id} onPassed={onPassed} onContinue={onContinue} />;
  if (quizOfLesson.isError)
    return <ErrorState onRetry={() => quizOfLesson.refetch()}>{t('player.notLoaded')}</ErrorState>;
  if (quizOfLesson.isPending) return <SkeletonText lines={4} />;
  return <EmptyState title={t('player.none')}>{t('player.noneText')}</EmptyState>;
}

type Stage =
  | { at: 'cover'; isBack?: true }
  | { at: 'sheet'; state: AttemptState }
  | { at: 'result'; attemptId: string };

function Player({
  quizId,
  onPassed,
  onContinue,
}: Pick<QuizPlayerProps, 'onPassed' | 'onContinue'> & { quizId: string }) {
  const { t } = useTranslation('quizzes');
  const errorText = useErrorText();
  const { overview, stage, setStage, start, finish } = useQuizStage(quizId, onPassed);

  if (stage.at === 'sheet' && overview.data) {
    return (
      <Suspense fallback={<SkeletonText lines={6} />}>
        <QuizAttempt key={stage.state.attempt.id} state={stage.state} overview={overview.data} onFinished={finish} />
      </Suspense>
    );
  }
  if (overview.isError) {
    return (
      <ErrorState onRetry={() => overview.refetch()} isRetrying={overview.isFetching}>
        {errorText(overview.error)}
      </ErrorState>
    );
  }
  if (!overview.data) return <SkeletonText lines={4} />;
  if (stage.at === 'result') {
    return (
      <>
        {start.problem && <StartProblem>{start.problem}</StartProblem>}
        <Suspense fallback={<SkeletonText lines={6} />}>
          <QuizResult
            attemptId={stage.attemptId}
            isStarting={start.isSaving}
            onRetry={() => void start.save()}
            onBack={() => setStage({ at: 'cover', isBack: true })}
            onContinue={onContinue}
          />
        </Suspense>
      </>
    );
  }
  return (
    <>
      {overview.data.is_trial && (
        <div className="mb-4">
          <Note>{t('player.trial')}</Note>
        </div>
      )}
      {start.problem && <StartProblem>{start.problem}</StartProblem>}
      <QuizCover
        overview={overview.data}
        takesFocus={stage.at === 'cover' && stage.isBack === true}
        isStarting={start.isSaving}
        onStart={() => void start.save()}
        onShow={(attemptId) => setStage({ at: 'result', attemptId })}
      />
    </>
  );
}

/** Where the student is in a quiz, and what leads from one stage to the next. */
function useQuizStage(quizId: string, onPassed: QuizPlayerProps['onPassed']) {
  const db = useDb();
  const errorText = useErrorText();
  const cache = useQueryClient();
  const { account_id } = useAccount();
  const overview = useQuery(quizOverviewQuery(db, account_id, quizId));
  const [stage, setStage] = useState<Stage>({ at: 'cover' });
  const start = useSave(() => startAttempt(db, quizId), {
    onSaved: (state) => setStage({ at: 'sheet', state }),
    errorText: (error) => {
      void overview.refetch();
      return errorText(error);
    },
    isInForm: true,
  });
  function finish(attemptId: string, result?: AttemptResult) {
    if (result) cache.setQueryData(['quizzes', account_id, 'result', attemptId], result);
    void cache.invalidateQueries({ queryKey: ['quizzes', account_id, 'overview', quizId] });
    void cache.invalidateQueries({ queryKey: ['quizzes', account_id, 'lesson-result'] });
    setStage({ at: 'result', attemptId });
    if (result?.attempt.passed && !result.attempt.is_trial) onPassed?.();
  }
  return { overview, stage, setStage, start, finish };
}

function StartProblem({ children }: { children: string }) {
  return (
    <div className="mb-4">
      <Note tone="error">{children}</Note>
    </div>
  );
}
