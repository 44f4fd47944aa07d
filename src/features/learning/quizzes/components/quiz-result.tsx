import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CircleCheck, CircleSlash, Hourglass, RotateCcw } from 'lucide-react';
import { type Ref, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { formatPercent, numberFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ProgressBar } from '#ui/charts/progress.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { type AttemptResult, attemptResultQuery } from '../attempts/data.ts';
import { percentOf } from '../attempts/rules.ts';
import { useErrorText } from './error-text.ts';
import { focusIntoView } from './focus-into-view.ts';
import { GradedQuestionView } from './graded-question.tsx';

type QuizResultProps = {
  attemptId: string;
  isStarting: boolean;
  onRetry: () => void;
  onBack: () => void;
  onContinue: (() => void) | undefined;
};

/** The result of an attempt: pass or fail, next actions, then each question. */
export function QuizResult({ attemptId, isStarting, onRetry, onBack, onContinue }: QuizResultProps) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const errorText = useErrorText();
  const { account_id } = useAccount();
  const title = useRef<HTMLHeadingElement>(null);
  const result = useQuery(attemptResultQuery(db, account_id, attemptId));
  const isLoaded = result.data !== undefined;
  useEffect(() => {
    if (isLoaded) focusIntoView(title.current);
  }, [isLoaded]);
  if (result.isError) return <ErrorState onRetry={() => result.refetch()}>{errorText(result.error)}</ErrorState>;
  if (!result.data) return <SkeletonText lines={6} />;
  const { attempt, questions, shown, tries_left } = result.data;
  const percent = percentOf(attempt.score, attempt.points);
  const canRetry = tries_left > 0 || attempt.is_trial;
  return (
    <div className="grid max-w-3xl gap-8">
      <div className="grid gap-4">
        <Verdict result={result.data} title={title} />
        <ProgressBar
          label={t('result.reached')}
          percent={percent}
          isLarge
          tone={attempt.passed ? 'success' : 'warning'}
        />
        <div className="row flex-wrap">
          {attempt.passed && onContinue && <ContinueButton onPress={onContinue} />}
          {canRetry && (
            <Button
              variant={attempt.passed || attempt.to_grade > 0 ? 'line' : 'primary'}
              size="lg"
              icon={RotateCcw}
              isDisabled={isStarting}
              onPress={onRetry}
            >
              {t('result.again')}
            </Button>
          )}
          <Button variant="quiet" size="lg" onPress={onBack}>
            {t('result.back')}
          </Button>
        </div>
        <p className="help">
          {!canRetry
            ? t('refusal.no_attempts_left')
            : result.data.attempts_allowed > 0 && !attempt.is_trial
              ? t('result.left', { count: tries_left })
              : t('result.unlimited')}
        </p>
      </div>
      <Answers questions={questions} shown={shown} />
    </div>
  );
}

/** Passed or not, and with how many points. */
function Verdict({
  result: { attempt, passed_before },
  title,
}: {
  result: AttemptResult;
  title: Ref<HTMLHeadingElement>;
}) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  const isWaiting = attempt.to_grade > 0 && !attempt.passed;
  const Icon = isWaiting ? Hourglass : attempt.passed ? CircleCheck : CircleSlash;
  const format = numberFormat(locale);
  return (
    <div>
      <h2 ref={title} tabIndex={-1} className="row scroll-mt-4 text-2xl font-semibold outline-none">
        <Icon aria-hidden="true" className={attempt.passed ? 'size-6 text-success' : 'size-6 text-warning'} />
        {t(
          isWaiting
            ? 'result.waiting'
            : attempt.passed
              ? 'result.passedTitle'
              : passed_before
                ? 'result.againTitle'
                : 'result.notYetTitle',
        )}
      </h2>
      <p className="mt-1 text-ink-2">
        {t('result.score', {
          score: format.format(attempt.score),
          points: format.format(attempt.points),
          percent: formatPercent(percentOf(attempt.score, attempt.points), locale),
          mark: formatPercent(attempt.pass_mark, locale),
        })}
      </p>
      {attempt.to_grade > 0 && <p className="mt-1">{t('result.toGrade', { count: attempt.to_grade })}</p>}
      {!attempt.passed && passed_before && <p className="mt-1">{t('result.staysPassed')}</p>}
    </div>
  );
}

function ContinueButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('quizzes');
  return (
    <Button variant="primary" size="lg" iconEnd={ArrowRight} className="[&>svg]:rtl:-scale-x-100" onPress={onPress}>
      {t('result.continue')}
    </Button>
  );
}

function Answers({ questions, shown }: Pick<AttemptResult, 'questions' | 'shown'>) {
  const { t } = useTranslation('quizzes');
  return (
    <section aria-labelledby="quiz-answers" className="grid gap-4">
      <h3 id="quiz-answers" className="text-base font-semibold">
        {t('result.answers')}
      </h3>
      {shown !== 'answers' && <p className="help">{t(`result.shown.${shown}`)}</p>}
      <ol className="list border-y border-line">
        {questions.map((question, at) => (
          <GradedQuestionView key={question.id} question={question} number={at + 1} />
        ))}
      </ol>
    </section>
  );
}
