import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { Badge, StatusDot, type Tone } from '#ui/display/badge.tsx';
import { nextStep, openChange, unpaidOrder } from '../rules.ts';
import type { Subscription } from '../schema.ts';

const tones: Record<Exclude<Subscription['status'], 'active'>, Tone> = {
  trialing: 'neutral',
  past_due: 'warning',
  paused: 'neutral',
  ended: 'neutral',
};

/** The status of a subscription: plain when it runs, a badge otherwise. */
export function SubscriptionState({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('subscriptions');
  const { status, cancel_at_period_end } = subscription;
  if (cancel_at_period_end) return <Badge tone="neutral">{t('status.cancelled')}</Badge>;
  if (status === 'active') return <StatusDot tone="success">{t('status.active')}</StatusDot>;
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
}

/** Says what happens next: "Renews on March 15, 2026". */
export function useNextText(): (subscription: Subscription) => string {
  const { t } = useTranslation('subscriptions');
  const { locale } = useSite();
  return (subscription) => {
    const { kind, at } = nextStep(subscription);
    const number = unpaidOrder(subscription.subscription_periods);
    const change = openChange(subscription);
    if (change?.takes_effect === 'period_end' && (kind === 'renews' || kind === 'trial'))
      return t('change.next', {
        title: change.title,
        date: dateFormat(locale, { dateStyle: 'medium' }).format(new Date(change.effective_at)),
      });
    if (kind === 'due') return number === null ? t('status.past_due') : t('next.due', { number });
    return t(`next.${kind}`, { date: at && dateFormat(locale, { dateStyle: 'medium' }).format(new Date(at)) });
  };
}
