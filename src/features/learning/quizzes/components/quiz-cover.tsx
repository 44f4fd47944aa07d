import { Play, RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent, numberFormat } from '#base/shared/formats.ts';
import { PlainButton } from '#ui/buttons/plain-button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import type { AttemptSummary, QuizOverview } from '../attempts/data.ts';
import { percentOf } from '../attempts/rules.ts';
import { focusIntoView } from './focus-into-view.ts';

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
  const isPassed = done.some((attempt) => attempt.passed && !attempt.is_trial);
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
      <div className="grid gap-2">
        <div className="row flex-wrap">
          <PlainButton
            variant={isPassed && !open ? 'line' : 'primary'}
            size="lg"
            icon={done.length > 0 && !open ? RotateCcw : Play}
            disabled={hasNoAttemptsLeft || isStarting || overview.question_count === 0}
            onClick={onStart}
          >
            {startLabel}
          </PlainButton>
          {isPassed && <StatusDot>{t('cover.passed')}</StatusDot>}
        </div>
        <p className="help">
          {overview.question_count === 0
            ? t('cover.empty')
            : hasNoAttemptsLeft
              ? t('refusal.no_attempts_left')
              : t('cover.promise')}
        </p>
      </div>
      {done.length > 0 && <History attempts={done} onShow={onShow} />}
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

function History({ attempts, onShow }: { attempts: readonly AttemptSummary[]; onShow: QuizCoverProps['onShow'] }) {
  const { t } = useTranslation('quizzes');
  return (
    <section aria-labelledby="quiz-history" className="grid gap-2">
      <h2 id="quiz-history" className="text-sm font-semibold">
        {t('cover.history')}
      </h2>
      <ul className="list border-y border-line">
        {attempts.map((attempt) => (
          <AttemptRow key={attempt.id} attempt={attempt} onShow={() => onShow(attempt.id)} />
        ))}
      </ul>
    </section>
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

function AttemptRow({ attempt, onShow }: { attempt: AttemptSummary; onShow: () => void }) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  const score = attempt.score ?? 0;
  const name = t('cover.attempt', { number: attempt.number });
  return (
    <li className="list-row flex-wrap ps-0 pe-0">
      <span className="grid flex-1 basis-40">
        <span className="row font-medium">
          {name}
          {attempt.is_trial && <Badge>{t('cover.trial')}</Badge>}
        </span>
        <span className="help">
          <RelativeTime when={attempt.submitted_at} />
        </span>
      </span>
      <span className="num text-ink-2">
        {t('cover.score', {
          score: numberFormat(locale).format(score),
          points: attempt.points,
          percent: formatPercent(percentOf(score, attempt.points), locale),
        })}
      </span>
      {attempt.passed ? (
        <StatusDot>{t('result.passed')}</StatusDot>
      ) : (
        <Badge tone="warning">{t('result.notYet')}</Badge>
      )}
      <PlainButton variant="quiet" size="sm" onClick={onShow} aria-label={t('cover.showResultOf', { name })}>
        {t('cover.showResult')}
      </PlainButton>
    </li>
  );
}
