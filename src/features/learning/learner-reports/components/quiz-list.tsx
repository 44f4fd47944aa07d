import { useTranslation } from 'react-i18next';
import { formatPercent } from '#base/shared/formats.ts';
import { Badge } from '#ui/display/badge.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import type { QuizResult } from '../schema.ts';

/** The quizzes that were handed in, each with its best graded attempt. */
export function QuizList({ quizzes }: { quizzes: readonly QuizResult[] }) {
  const { t } = useTranslation('learner-reports');
  return (
    <section className="grid gap-1">
      <h3 className="text-sm font-semibold">{t('quizzes')}</h3>
      <ul className="grid gap-2 text-sm">
        {quizzes.map((quiz) => (
          <li key={quiz.quiz_id} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span>
              <ContentText>{quiz.title}</ContentText>{' '}
              <span className="muted">· {t('attempts', { attempts: quiz.attempts })}</span>
            </span>
            <Result quiz={quiz} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Result({ quiz }: { quiz: QuizResult }) {
  const { t } = useTranslation('learner-reports');
  const { locale } = useLocale();
  const passMark = formatPercent(quiz.pass_mark, locale);
  return (
    <span className="row">
      {quiz.percent === null ? null : (
        <>
          <strong className="num">{formatPercent(quiz.percent, locale, 0)}</strong>
          <Badge tone={quiz.passed ? 'success' : 'warning'}>
            {quiz.passed ? t('quizPassed') : t('quizFailed', { passMark })}
          </Badge>
        </>
      )}
      {quiz.to_grade > 0 ? <Badge tone="info">{t('toGrade')}</Badge> : null}
    </span>
  );
}
