import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { numberFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { memberNamesQuery } from '../../data.ts';
import { type Regrade, regradesQuery } from '../data.ts';
import { RegradeDialog } from './regrade-dialog.tsx';

/** Grades submitted attempts again after a correction, and shows when that was done. */
export function RegradeSection({ quizId, isUnsaved }: { quizId: string; isUnsaved: boolean }) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const regrades = useQuery(regradesQuery(db, account_id, quizId));
  const ids = [...new Set(regrades.data?.flatMap(({ member_id }) => member_id ?? []))].sort();
  const names = useQuery(memberNamesQuery(db, account_id, ids));
  return (
    <section className="grid gap-2" aria-label={t('regrade.title')}>
      <div className="row flex-wrap">
        <Button icon={RefreshCw} isDisabled={isUnsaved} onPress={() => setOpen(true)}>
          {t('regrade.title')}
        </Button>
        <span className="help">{t(isUnsaved ? 'regrade.unsaved' : 'regrade.text')}</span>
      </div>
      {regrades.data && regrades.data.length > 0 && (
        <ul className="list border-y border-line" aria-label={t('regrade.history')}>
          {regrades.data.map((regrade) => (
            <RegradeRow
              key={regrade.id}
              regrade={regrade}
              name={names.data?.get(regrade.member_id ?? '') ?? t('results.someone')}
            />
          ))}
        </ul>
      )}
      {isOpen && <RegradeDialog quizId={quizId} onClose={() => setOpen(false)} />}
    </section>
  );
}

function RegradeRow({ regrade: { changed, created_at, reason }, name }: { regrade: Regrade; name: string }) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  return (
    <li className="list-row flex-wrap ps-0 pe-0">
      <span className="grid min-w-0 flex-1">
        <span>{t('regrade.changed', { number: numberFormat(locale).format(changed) })}</span>
        {reason && (
          <span className="help" dir="auto">
            {reason}
          </span>
        )}
      </span>
      <span className="help">
        <bdi>{name}</bdi> · <RelativeTime when={created_at} />
      </span>
    </li>
  );
}
