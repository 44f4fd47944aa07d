import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { formatMoney } from '#base/shared/money.ts';
import { Button } from '#ui/buttons/button.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { type Difference, type FailedRefund, paymentQueries, retryRefund } from '../data.ts';
import { providerFacts } from '../rules.ts';

type Props = { differences: readonly Difference[]; refunds: readonly FailedRefund[] };

/** What the last nightly comparison found, and refunds that a provider rejected; nothing where all is well. */
export function PaymentDifferences({ differences, refunds }: Props) {
  const { t } = useTranslation('payments');
  const db = useDb();
  const { locale } = useSite();
  const { account_id } = useAccount();
  const { save, saving } = useSave((id: string) => retryRefund(db, id), {
    invalidates: [paymentQueries.all(account_id)],
    done: t('refunds.sent'),
  });
  if (differences.length + refunds.length === 0) return null;
  return (
    <section className="mt-6 grid gap-3">
      <h3 className="font-semibold">{t('differences.title')}</h3>
      <ul className="list card overflow-hidden">
        {refunds.map(({ id, amount, failure_code, payments }) => (
          <li key={id} className="list-row">
            <span className="min-w-0 flex-1">
              {t('refunds.failed', { amount: formatMoney(amount, payments.currency, locale) })}{' '}
              <bdi className="help">{failure_code}</bdi>
            </span>
            <Button isBusy={saving === id} onPress={() => void save(id)}>
              {t('refunds.retry')}
            </Button>
          </li>
        ))}
        {differences.map(({ id, provider, kind, reference, amount, currency, occurred_at }) => (
          <li key={id} className="list-row">
            <span className="min-w-0 flex-1">
              {t(`differences.${kind}`, {
                provider: providerFacts[provider]?.name,
                amount: formatMoney(amount, currency, locale),
              })}{' '}
              <bdi className="help break-all">{reference}</bdi>
            </span>
            <RelativeTime when={occurred_at} />
          </li>
        ))}
      </ul>
    </section>
  );
}
