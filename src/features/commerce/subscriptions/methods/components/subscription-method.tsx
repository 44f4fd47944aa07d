import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { clockNow } from '#base/shared/clock.ts';
import { expiryState, expiryText, methodText } from '#features/commerce/payments/methods/rules.ts';
import { Button } from '#ui/buttons/button.tsx';
import type { Subscription } from '../../schema.ts';
import { MethodDialog } from './method-dialog.tsx';
import { useSetup } from './use-setup.ts';

/** What a subscription is charged to, and the button that changes it; for its own member. */
export function SubscriptionMethod({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('subscriptions');
  const { locale } = useSite();
  const [isChanging, setChanging] = useState(false);
  const { offered } = useSetup();
  const method = subscription.payment_methods;
  // Where nothing can be kept, its orders are paid one by one, as they always were.
  if (subscription.status === 'ended' || (!method && offered.length === 0)) return null;
  const state = method && expiryState(method, new Date(clockNow()));
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{t('methods.method')}</h3>
      <p className="flex items-center gap-2">
        <CreditCard aria-hidden="true" size={16} className="flex-none" />
        {method ? <bdi>{methodText(method)}</bdi> : t('methods.none')}
      </p>
      {method && state !== 'valid' ? (
        <p className="help">{t(`methods.${state}On`, { date: expiryText(method, locale) })}</p>
      ) : null}
      <div>
        <Button size="sm" onPress={() => setChanging(true)}>
          {t('methods.change')}
        </Button>
      </div>
      {isChanging ? <MethodDialog subscription={subscription} onClose={() => setChanging(false)} /> : null}
    </section>
  );
}
