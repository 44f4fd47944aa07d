import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { useContentAttributes } from '#ui/display/content-language.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { useErrorText } from '../../components/error-text.ts';
import { type BankQuestion, type QuestionVersion, questionVersionsQuery, saveBankQuestion } from '../data.ts';

/** The versions of a question; one that is in no quiz can go back to an older one, which makes a new one. */
export function QuestionVersions({ question, onRestored }: { question: BankQuestion; onRestored: () => void }) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const written = useContentAttributes();
  const errorText = useErrorText();
  const { account_id } = useAccount();
  const versions = useQuery(questionVersionsQuery(db, account_id, question.id));
  const restore = useSave(
    ({ content }: QuestionVersion) =>
      saveBankQuestion(db, question.course_id, { ...content, id: question.id }, question.version),
    { invalidates: [['quizzes', account_id]], errorText, done: t('bank.saved'), onSaved: onRestored },
  );
  if (!versions.data) return null;
  return (
    <section className="grid gap-2" aria-labelledby="question-versions">
      <h3 id="question-versions" className="text-sm font-semibold">
        {t('bank.versions')}
      </h3>
      <ul className="list border-y border-line">
        {versions.data.map((version) => (
          <li key={version.id} className="list-row ps-0 pe-0">
            <span className="grid min-w-0 flex-1">
              <span className="row">
                {t('bank.version', { number: version.version })}
                {version.version === question.version && <Badge>{t('bank.current')}</Badge>}
                <span className="help">
                  <RelativeTime when={version.created_at} />
                </span>
              </span>
              <span className="help line-clamp-2" {...written}>
                {version.content.prompt}
              </span>
            </span>
            {!question.quizzes && version.version !== question.version && (
              <Button
                size="sm"
                aria-label={`${t('bank.restoreVersion')}: ${t('bank.version', { number: version.version })}`}
                onPress={() => void restore.save(version)}
              >
                {t('bank.restoreVersion')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
