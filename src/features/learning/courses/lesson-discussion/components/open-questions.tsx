import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { Section } from '#ui/layout/section.tsx';
import { openQuestionsQuery } from '../data.ts';

/** What learners asked on lessons and nobody has answered, for who teaches; nothing where all is answered. */
export function OpenQuestions() {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const questions = useQuery(openQuestionsQuery(db, account_id));
  if (questions.isError)
    return <ErrorState onRetry={() => void questions.refetch()} isRetrying={questions.isFetching} />;
  if (!questions.data || questions.data.length === 0) return null;
  return (
    <Section className="mb-8" title={t('discussion.open', { count: questions.data.length })}>
      <ul className="card list overflow-hidden">
        {questions.data.map((question) => (
          <li key={question.id} className="list-row relative">
            <span className="min-w-0 flex-1">
              <TextLink
                className="line-clamp-2 font-medium break-words text-ink no-underline after:absolute after:inset-0"
                href={`${paths.player(question.course_slug, question.lesson_slug)}#comment-${question.id}`}
              >
                <span dir="auto">{question.content}</span>
              </TextLink>
              <span className="block text-xs text-ink-3">
                <bdi>{question.author_name}</bdi> · <bdi lang={question.course_language}>{question.lesson_title}</bdi> ·{' '}
                <bdi lang={question.course_language}>{question.course_title}</bdi>
              </span>
            </span>
            <span className="w-24 flex-none text-end text-xs text-ink-3">
              <RelativeTime when={question.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
