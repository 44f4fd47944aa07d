import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { formatPercent, numberFormat } from '#base/shared/formats.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { type EditableQuiz, memberNamesQuery } from '../../data.ts';
import { type Allowance, allowancesQuery, removeAllowance } from '../data.ts';
import { AllowanceForm } from './allowance-form.tsx';

/** More time and more attempts for single students; each is saved as it is given. */
export function AllowancesSection({ quiz }: { quiz: Pick<EditableQuiz, 'id' | 'course_id'> }) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const allowances = useQuery(allowancesQuery(db, account_id, quiz.id));
  const ids = (allowances.data ?? []).map(({ member_id }) => member_id).sort();
  const names = useQuery(memberNamesQuery(db, account_id, ids));
  return (
    <section className="grid max-w-xl gap-3" aria-labelledby="quiz-allowances">
      <div>
        <h2 id="quiz-allowances" className="text-sm font-semibold">
          {t('allowance.title')}
        </h2>
        <p className="help">{t('allowance.text')}</p>
      </div>
      {allowances.data && allowances.data.length > 0 && (
        <ul className="list border-y border-line">
          {allowances.data.map((allowance) => (
            <AllowanceRow
              key={allowance.id}
              allowance={allowance}
              name={names.data?.get(allowance.member_id) ?? t('results.someone')}
            />
          ))}
        </ul>
      )}
      <AllowanceForm quiz={quiz} taken={ids} />
    </section>
  );
}

function AllowanceRow({ allowance, name }: { allowance: Allowance; name: string }) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { locale } = useLocale();
  const { account_id } = useAccount();
  const { save } = useSave(() => removeAllowance(db, account_id, allowance.id), {
    invalidates: [['quizzes', account_id, 'allowances']],
  });
  return (
    <li className="list-row ps-0 pe-0">
      <span className="min-w-0 flex-1">
        <bdi>{name}</bdi>
      </span>
      <span className="help">
        {`${t('allowance.time')}: ${formatPercent(allowance.extra_time, locale)} · ${t('allowance.attempts')}: ${numberFormat(locale).format(allowance.extra_attempts)}`}
      </span>
      <IconButton label={t('form.remove', { name })} icon={Trash2} size="sm" onPress={() => void save(undefined)} />
    </li>
  );
}
