import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { useContentAttributes } from '#ui/display/content-language.tsx';
import { questionUsesQuery } from '../data.ts';

/** The quizzes that ask a question, have a copy of it, or may draw it. */
export function QuestionUses({ questionId }: { questionId: string }) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const written = useContentAttributes();
  const { account_id } = useAccount();
  const uses = useQuery(questionUsesQuery(db, account_id, questionId));
  if (!uses.data) return null;
  return (
    <section className="grid gap-2" aria-labelledby="question-uses">
      <h3 id="question-uses" className="text-sm font-semibold">
        {t('bank.uses')}
      </h3>
      {uses.data.length === 0 ? (
        <p className="help">{t('bank.unused')}</p>
      ) : (
        <ul className="list border-y border-line">
          {uses.data.map(({ quiz_id, title, course, how }) => (
            <li key={quiz_id + how} className="list-row ps-0 pe-0">
              <span className="grid min-w-0 flex-1">
                <a className="link" href={paths.editQuiz(quiz_id)} {...written}>
                  {title}
                </a>
                <span className="help truncate" {...written}>
                  {course}
                </span>
              </span>
              <span className="help flex-none">{t(`bank.how.${how}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
