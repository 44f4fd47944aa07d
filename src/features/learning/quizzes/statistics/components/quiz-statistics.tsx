import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { formatPercent, numberFormat } from '#base/shared/formats.ts';
import { Badge } from '#ui/display/badge.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { quizStatisticsQuery } from '../data.ts';
import type { QuestionStatistics, QuizStatistics as Statistics } from '../schema.ts';

/** What the first attempts tell of a quiz and of each of its questions. */
export function QuizStatistics({ quizId }: { quizId: string }) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const statistics = useQuery(quizStatisticsQuery(db, account_id, quizId));
  if (statistics.isError) return <ErrorState onRetry={() => statistics.refetch()} isRetrying={statistics.isFetching} />;
  if (!statistics.data) return <SkeletonText lines={6} />;
  const { attempts, least, questions } = statistics.data;
  if (!questions) {
    return <EmptyState title={t('statistics.title')}>{t('statistics.few', { attempts, least })}</EmptyState>;
  }
  return (
    <div className="grid gap-6">
      <Summary statistics={statistics.data} />
      <ol className="list border-y border-line">
        {questions.map((question, at) => (
          <Question key={question.id} question={question} number={at + 1} />
        ))}
      </ol>
    </div>
  );
}

function Summary({ statistics: { attempts, mean, alpha, kr20 } }: { statistics: Statistics }) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  const coefficient = numberFormat(locale, { maximumFractionDigits: 2 });
  const format = (value: number | null | undefined) => (value == null ? '–' : coefficient.format(value));
  const facts: [string, string][] = [
    [t('statistics.attempts'), numberFormat(locale).format(attempts)],
    [t('statistics.mean'), mean == null ? '–' : formatPercent(Math.round(mean), locale)],
    [t('statistics.alpha'), format(alpha)],
    [t('statistics.kr20'), format(kr20)],
  ];
  return (
    <div className="grid gap-2">
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="help">{name}</dt>
            <dd className="num text-xl font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="help">{t('statistics.help.alpha')}</p>
    </div>
  );
}

const figures = ['facility', 'deviation', 'guess', 'discrimination', 'efficiency'] as const;

function Question({ question, number }: { question: QuestionStatistics; number: number }) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  const percent = (value: number | null) => (value === null ? '–' : formatPercent(Math.round(value), locale));
  return (
    <li className="grid gap-3 py-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 className="max-w-prose font-medium">
          <span className="num text-ink-3">{number}.</span> <ContentText isApart>{question.prompt}</ContentText>
        </h3>
        <Judgement question={question} />
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
        {figures.map((name) => (
          <div key={name} title={t(`statistics.help.${name}`)}>
            <dt className="help">{t(`statistics.${name}`)}</dt>
            <dd className="num font-medium">{percent(question[name])}</dd>
          </div>
        ))}
      </dl>
      <Choices question={question} />
    </li>
  );
}

/** What stands out: a question that nearly all or nearly none get right, or that the best get wrong. */
function Judgement({ question: { facility, discrimination } }: { question: QuestionStatistics }) {
  const { t } = useTranslation('quizzes');
  if (discrimination !== null && discrimination < 0) return <Badge tone="error">{t('statistics.weak')}</Badge>;
  if (facility === null) return null;
  if (facility >= 90) return <Badge>{t('statistics.tooEasy')}</Badge>;
  return facility < 30 ? <Badge tone="warning">{t('statistics.tooHard')}</Badge> : null;
}

/** How often each choice was made: a wrong one that nobody takes distracts nobody. */
function Choices({ question }: { question: QuestionStatistics }) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  const { kind, options, key, chosen, attempts, blank } = question;
  if (kind !== 'single' && kind !== 'multiple' && kind !== 'truefalse') return null;
  const choices =
    kind === 'truefalse'
      ? [true, false].map((value) => ({
          id: String(value),
          text: t(`question.${value}`),
          isRight: key === value,
        }))
      : options.map(({ id, text }) => ({ id, text, isRight: Array.isArray(key) ? key.includes(id) : key === id }));
  const share = (count: number) => formatPercent(Math.round((100 * count) / Math.max(1, attempts)), locale);
  return (
    <ul className="grid gap-1 text-sm" aria-label={t('statistics.chosen')}>
      {choices.map(({ id, text, isRight }) => (
        <li key={id} className="row items-start">
          <span className="num w-12 flex-none text-end">{share(chosen[id] ?? 0)}</span>
          <span className="grid size-5 flex-none place-items-center">
            {isRight && <Check role="img" aria-label={t('result.rightChoice')} className="size-4 text-success" />}
          </span>
          <span className="wrap-anywhere">
            <ContentText>{text}</ContentText>
          </span>
        </li>
      ))}
      {blank > 0 && (
        <li className="row text-ink-2">
          <span className="num w-12 flex-none text-end">{share(blank)}</span>
          <span className="size-5 flex-none" />
          {t('statistics.blank')}
        </li>
      )}
    </ul>
  );
}
