import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { openChange } from '../rules.ts';
import type { Subscription } from '../schema.ts';
import { usePriceText } from './subscription-columns.tsx';

/** What a subscription is about to change to, and when; with the order to pay where it waits for that. */
export function OpenChange({ subscription, isManager }: { subscription: Subscription; isManager: boolean }) {
  const { t } = useTranslation('subscriptions');
  const { locale } = useSite();
  const priceText = usePriceText();
  const change = openChange(subscription);
  // What is cancelled ends before it would change.
  if (!change || subscription.cancel_at_period_end) return null;
  const date = dateFormat(locale, { dateStyle: 'medium' }).format(new Date(change.lapses_at ?? change.effective_at));
  const order = subscription.subscription_periods.find(({ orders }) => orders?.status === 'pending')?.orders;
  const isToPay = change.takes_effect === 'now' && order;
  const text = isToPay
    ? t('change.openNow', {
        title: change.title,
        number: order.number,
        amount: formatMoney(change.due ?? 0, subscription.currency, locale),
        date,
      })
    : t('change.openLater', {
        title: change.title,
        date,
        price: priceText({ ...subscription, amount: change.amount, frequency: change.frequency }),
      });
  return (
    <section className="grid gap-3 rounded-lg border border-line p-4">
      <p>{text}</p>
      {isToPay && !isManager ? (
        <div>
          <LinkButton variant="primary" href={paths.thankYou(order.id)}>
            {t('change.pay', { number: order.number })}
          </LinkButton>
        </div>
      ) : null}
    </section>
  );
}
