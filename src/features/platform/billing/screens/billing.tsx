import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { clockNow } from '#base/shared/clock.ts';
import { dateFormat } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Badge, type Tone } from '#ui/display/badge.tsx';
import { SkeletonCards } from '#ui/display/skeleton.tsx';
import { ErrorState, Note } from '#ui/display/states.tsx';
import { untilLeft } from '#ui/fields/use-action.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Card, Section } from '#ui/layout/section.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { OwnerScreen } from '../components/owner-screen.tsx';
import { PlanDialog } from '../components/plan-dialog.tsx';
import { UsageGrid } from '../components/usage-grid.tsx';
import { billingQueries, type OwnAccount, openPayerPortal, type Subscription, setCancellation } from '../data.ts';
import { isPaidOut, nextAmount } from '../rules.ts';
import { InvoiceList } from './invoice-list.tsx';

const tones: Record<Subscription['status'], Tone> = {
  trialing: 'info',
  active: 'success',
  past_due: 'error',
  ended: 'neutral',
};

/** Billing of one of the caller's own accounts: plan, usage, payment method and invoices. */
export default function Billing() {
  return <OwnerScreen name="billing">{(account) => <AccountBilling account={account} />}</OwnerScreen>;
}

function AccountBilling({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('billing');
  const db = useDb();
  const { locale } = useSite();
  const subscription = useQuery(billingQueries.subscription(db, account.account_id));
  const plans = useQuery(billingQueries.plans(db));
  const [isComparing, setComparing] = useState(false);
  if (subscription.isError || plans.isError)
    return <ErrorState onRetry={() => void Promise.all([subscription.refetch(), plans.refetch()])} />;
  if (subscription.data === undefined || !plans.data) return <SkeletonCards count={3} />;
  const date = (iso: string) => dateFormat(locale, { dateStyle: 'long' }).format(new Date(iso));
  const nameOf = (id: string | null) => plans.data.find((plan) => plan.id === id)?.label ?? id ?? '';
  const current = subscription.data;
  const next = current && nextAmount(current, plans.data);
  const isInGrace = account.grace_until !== null && Date.parse(account.grace_until) > clockNow();
  return (
    <div className="grid gap-4">
      {current?.status === 'past_due' ? <Note tone="error">{t('state.pastDue')}</Note> : null}
      {isInGrace && account.grace_until ? (
        <Note tone="warning">
          {t('state.grace', { plan: nameOf(account.grace_plan_id), until: date(account.grace_until) })}
        </Note>
      ) : null}
      <div className="grid gap-4 lg:grid-cols-3">
        <PlanCard subscription={current} nameOf={nameOf} date={date} onCompare={() => setComparing(true)} />
        <PaymentCard accountId={account.account_id} subscription={current} />
        <Card title={t('next.title')}>
          <p className="text-2xl font-semibold">
            {current && next !== null ? formatMoney(next, current.currency, locale) : t('next.none')}
          </p>
          {current?.period_end && next !== null ? <p className="muted">{date(current.period_end)}</p> : null}
        </Card>
      </div>
      <Section title={t('usage.title')} sentence={t('usage.sentence')}>
        <UsageGrid accountId={account.account_id} onCompare={() => setComparing(true)} />
      </Section>
      <Section title={t('invoices.title')}>
        <InvoiceList accountId={account.account_id} nameOf={nameOf} />
      </Section>
      {current?.period_end && current.status !== 'ended' && !isPaidOut(current) ? (
        <Cancellation accountId={account.account_id} subscription={current} until={date(current.period_end)} />
      ) : null}
      <PlanDialog
        accountId={account.account_id}
        subscription={current}
        isOpen={isComparing}
        onOpenChange={setComparing}
      />
    </div>
  );
}

function PlanCard({
  subscription,
  nameOf,
  date,
  onCompare,
}: {
  subscription: Subscription | null;
  nameOf: (id: string | null) => string;
  date: (iso: string) => string;
  onCompare: () => void;
}) {
  const { t } = useTranslation('billing');
  return (
    <Card
      title={t('plan.title')}
      actions={
        subscription ? <Badge tone={tones[subscription.status]}>{t(`status.${subscription.status}`)}</Badge> : null
      }
    >
      <div className="grid gap-4">
        <div>
          <p className="text-2xl font-semibold">
            {subscription && subscription.status !== 'ended' ? nameOf(subscription.plan_id) : t('plan.none')}
          </p>
          <p className="muted">
            {subscription ? <PlanSentence subscription={subscription} nameOf={nameOf} date={date} /> : null}
          </p>
        </div>
        <div>
          <Button variant="primary" onPress={onCompare}>
            {t('plan.compare')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function PlanSentence({
  subscription,
  nameOf,
  date,
}: {
  subscription: Subscription;
  nameOf: (id: string | null) => string;
  date: (iso: string) => string;
}) {
  const { t } = useTranslation('billing');
  const { locale } = useSite();
  const until = subscription.period_end ? date(subscription.period_end) : '';
  const price = `${formatMoney(subscription.amount, subscription.currency, locale)} ${t(`every.${subscription.period}`)}`;
  if (subscription.status === 'ended') return t('state.ended');
  if (subscription.next_plan_id) return t('state.next', { plan: nameOf(subscription.next_plan_id), until });
  if (isPaidOut(subscription)) return t('state.paidOut', { count: subscription.issued_count, until });
  if (subscription.cancel_at_period_end) return t('state.cancelled', { until });
  if (subscription.status === 'trialing') return t('state.trial', { price, until });
  return subscription.period_end ? t('state.renews', { price, until }) : t('state.forGood', { price });
}

function PaymentCard({ accountId, subscription }: { accountId: string; subscription: Subscription | null }) {
  const { t } = useTranslation('billing');
  const { save: change, isSaving: isBusy } = useSave(async () => {
    const { url } = await openPayerPortal(paths.payerPage(), accountId);
    if (url) {
      location.assign(url);
      return untilLeft();
    }
  });
  const card = subscription?.card;
  return (
    <Card title={t('payment.title')}>
      <div className="grid gap-4">
        {subscription?.provider === 'stripe' ? (
          <>
            <p>
              <span dir="ltr" className="num font-medium">
                {card ? `•••• ${card.last4}` : t('payment.service')}
              </span>
              {card ? (
                <span className="muted block">
                  {t('payment.expires', { month: String(card.exp_month).padStart(2, '0'), year: card.exp_year % 100 })}
                </span>
              ) : null}
            </p>
            <div>
              <Button isBusy={isBusy} onPress={() => void change()}>
                {t('payment.change')}
              </Button>
            </div>
          </>
        ) : (
          <p>
            <span className="font-medium">{t('payment.invoice')}</span>
            <span className="muted block">{t('payment.invoiceText')}</span>
          </p>
        )}
      </div>
    </Card>
  );
}

function Cancellation({
  accountId,
  subscription,
  until,
}: {
  accountId: string;
  subscription: Subscription;
  until: string;
}) {
  const { t } = useTranslation('billing');
  const queries = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  async function set(isCancelled: boolean) {
    await setCancellation(paths.cancelPlan(), accountId, isCancelled);
    await queries.invalidateQueries({ queryKey: billingQueries.all });
    showToast(t(isCancelled ? 'leave.done' : 'leave.resumed', { until }));
  }
  const { save: resume, isSaving: isBusy } = useSave(() => set(false));
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="muted">{t(subscription.cancel_at_period_end ? 'leave.leaving' : 'leave.text', { until })}</p>
      {subscription.cancel_at_period_end ? (
        <Button isBusy={isBusy} onPress={() => void resume()}>
          {t('leave.resume')}
        </Button>
      ) : (
        <Button variant="quiet" onPress={() => setConfirming(true)}>
          {t('leave.action')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        onOpenChange={setConfirming}
        title={t('leave.title')}
        confirmLabel={t('leave.confirm')}
        onConfirm={async () => {
          await set(true);
          setConfirming(false);
        }}
      >
        {t('leave.consequence', { until })}
      </ConfirmDialog>
    </div>
  );
}
