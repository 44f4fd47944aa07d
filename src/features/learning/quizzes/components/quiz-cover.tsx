import { Play, RotateCcw } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '#base/shared/formats.ts';
import { PlainButton } from '#ui/buttons/plain-button.tsx';
import { StatusDot } from '#ui/display/badge.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import type { QuizOverview } from '../attempts/data.ts';
import { focusIntoView } from './focus-into-view.ts';

/** Loaded for who has tried already. */
const AttemptHistory = lazy(async () => ({ default: (await import('./attempt-history.tsx')).AttemptHistory }));

/** Loaded where a quiz has more rules than the usual ones. */
const FurtherRules = lazy(async () => ({ default: (await import('./further-rules.tsx')).FurtherRules }));

type QuizCoverProps = {
  overview: QuizOverview;
  /** After a result: the button that had the focus is gone. */
  takesFocus: boolean;
  isStarting: boolean;
  onStart: () => void;
  onShow: (attemptId: string) => void;
};

/** The start page of a quiz: its rules and earlier attempts. */
export function QuizCover({ overview, takesFocus, isStarting, onStart, onShow }: QuizCoverProps) {
  const { t } = useTranslation('quizzes');
  const open = overview.attempts.find((attempt) => attempt.submitted_at === null);
  const done = overview.attempts.filter((attempt) => attempt.submitted_at !== null);
  const hasNoAttemptsLeft = overview.tries_left === 0 && !overview.is_trial && !open;
  const startLabel = open ? t('cover.resume') : done.length > 0 ? t('cover.again') : t('cover.start');
  const cover = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) focusIntoView(cover.current);
  }, [takesFocus]);
  return (
    <section
      ref={cover}
      tabIndex={-1}
      aria-label={overview.title}
      className="grid max-w-2xl scroll-mt-4 gap-6 outline-none"
    >
      {overview.intro && (
        <p className="text-base whitespace-pre-line text-ink-2">
          <ContentText>{overview.intro}</ContentText>
        </p>
      )}
      <Rules overview={overview} />
      {overview.grading_method !== 'highest' || overview.wrong_penalty > 0 ? (
        <Suspense fallback={null}>
          <FurtherRules overview={overview} />
        </Suspense>
      ) : null}
      <div className="grid gap-2">
        <div className="row flex-wrap">
          <PlainButton
            variant={overview.passed && !open ? 'line' : 'primary'}
            size="lg"
            icon={done.length > 0 && !open ? RotateCcw : Play}
            disabled={hasNoAttemptsLeft || isStarting || overview.question_count === 0}
            onClick={onStart}
          >
            {startLabel}
          </PlainButton>
          {overview.passed && <StatusDot>{t('cover.passed')}</StatusDot>}
        </div>
        <p className="help">
          {overview.question_count === 0
            ? t('cover.empty')
            : hasNoAttemptsLeft
              ? t('refusal.no_attempts_left')
              : t('cover.promise')}
        </p>
      </div>
      {done.length > 0 && (
        <Suspense fallback={null}>
          <AttemptHistory attempts={done} onShow={onShow} />
        </Suspense>
      )}
    </section>
  );
}

function Rules({ overview }: { overview: QuizOverview }) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  return (
    <dl className="grid gap-x-8 gap-y-4 border-y border-line py-4 sm:grid-cols-4">
      <Fact name={t('cover.questions')}>{overview.question_count}</Fact>
      <Fact name={t('cover.toPass')}>{formatPercent(overview.pass_mark, locale)}</Fact>
      <Fact name={t('cover.time')}>
        {overview.time_limit_seconds === null
          ? t('cover.noLimit')
          : t('cover.minutes', { count: Math.round(overview.time_limit_seconds / 60) })}
      </Fact>
      <Fact name={t('cover.attempts')}>
        {overview.attempts_allowed === 0
          ? t('cover.noLimit')
          : t('cover.left', { left: overview.tries_left, allowed: overview.attempts_allowed })}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="help">{name}</dt>
      <dd className="num font-semibold">{children}</dd>
    </div>
  );
}
