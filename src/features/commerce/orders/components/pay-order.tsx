import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dbOf } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { beginPayment, PaymentProblem, settlePayment } from '#features/commerce/payments/components/payment-calls.ts';
import { paymentQueries } from '#features/commerce/payments/data.ts';
import { optionsFor, providerFacts } from '#features/commerce/payments/rules.ts';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { untilLeft, useAction } from '#ui/fields/use-action.ts';
import type { Order } from '../schema.ts';

const POLL_MS = 3_000;
/** A card is confirmed at once; what takes longer is found by the provider's message. */
const MAX_POLLS = 10;

/**
 * Pays a pending order on the page of a provider, where the shop has one for its currency. Back from there it asks what became of
 * the payment, before the provider's message has come.
 */
export function PayOrder({ order, onPaid }: { order: Pick<Order, 'id' | 'currency'>; onPaid: () => void }) {
  const { t } = useTranslation('payments');
  const site = useSite();
  const db = dbOf(site);
  const { account_id } = site.account;
  const subject = `order:${order.id}`;
  const { run, isRunning } = useAction();
  const [problem, setProblem] = useState<string | null>(null);
  const [back] = useState(() => new URLSearchParams(location.search).get('payment'));
  const { data: options = [] } = useQuery(paymentQueries.options(db, account_id));
  const online = optionsFor(options, order.currency).filter(({ provider }) => provider !== 'offline');
  const { data: payment } = useQuery({
    queryKey: [...paymentQueries.all(account_id), 'settle', order.id],
    queryFn: () => settlePayment(db, subject),
    enabled: online.length > 0,
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.is_open && back === 'done' && dataUpdateCount < MAX_POLLS ? POLL_MS : false,
  });
  const isPaid = payment?.is_paid === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known to be paid
  useEffect(() => {
    if (isPaid) onPaid();
  }, [isPaid]);
  if (online.length === 0 || isPaid) return null;

  const pay = (provider: string) =>
    run(async () => {
      setProblem(null);
      try {
        location.assign(await beginPayment(db, subject, provider));
        await untilLeft();
      } catch (error) {
        if (error instanceof PaymentProblem && error.code === 'already_paid') onPaid();
        else setProblem(error instanceof PaymentProblem ? error.message : t('pay.failed'));
      }
    });
  return (
    <div className="grid gap-3">
      {back === 'cancelled' ? <p role="status">{t('pay.cancelled')}</p> : null}
      {back === 'done' && payment?.is_open ? <p role="status">{t('pay.checking')}</p> : null}
      <div className="flex flex-wrap gap-3">
        {online.map(({ provider }) => (
          <button
            key={provider}
            type="button"
            className={buttonClass({ variant: 'primary' })}
            disabled={isRunning}
            onClick={() => void pay(provider)}
          >
            {t('pay.with', { provider: provider === 'offline' ? '' : providerFacts[provider]?.name })}
          </button>
        ))}
      </div>
      {online.some(({ is_test }) => is_test) ? <p className="help">{t('pay.test')}</p> : null}
      {problem ? (
        <p role="alert" className="text-error">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
