import { useTranslation } from 'react-i18next';
import { formatPercent, numberFormat } from '#base/shared/formats.ts';
import { PlainButton } from '#ui/buttons/plain-button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import type { AttemptSummary } from '../attempts/data.ts';
import { percentOf } from '../attempts/rules.ts';

type AttemptHistoryProps = { attempts: readonly AttemptSummary[]; onShow: (attemptId: string) => void };

/** What was submitted before, with its result. */
export function AttemptHistory({ attempts, onShow }: AttemptHistoryProps) {
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
      <AttemptOutcome attempt={attempt} />
      <PlainButton variant="quiet" size="sm" onClick={onShow} aria-label={t('cover.showResultOf', { name })}>
        {t('cover.showResult')}
      </PlainButton>
    </li>
  );
}

function AttemptOutcome({ attempt: { passed, to_grade } }: { attempt: AttemptSummary }) {
  const { t } = useTranslation('quizzes');
  if (passed) return <StatusDot>{t('result.passed')}</StatusDot>;
  return to_grade > 0 ? (
    <Badge tone="info">{t('result.waiting')}</Badge>
  ) : (
    <Badge tone="warning">{t('result.notYet')}</Badge>
  );
}
