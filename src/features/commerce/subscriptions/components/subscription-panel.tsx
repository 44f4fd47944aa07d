import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeftRight, Ban, CirclePause, CirclePlay, type LucideIcon, OctagonX, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat, numberFormat } from '#base/shared/formats.ts';
import { searchUrl } from '#base/shared/record-source.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { changeOptionsQuery, changeSubscription, subscriptionKey } from '../data.ts';
import { SubscriptionMethod } from '../methods/components/subscription-method.tsx';
import { actionsOf, isChangeable, openChange } from '../rules.ts';
import type { Subscription, SubscriptionAction } from '../schema.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { OpenChange } from './open-change.tsx';
import { usePriceText } from './subscription-columns.tsx';
import { SubscriptionState, useNextText } from './subscription-state.tsx';

const icons: Record<SubscriptionAction, LucideIcon> = {
  pause: CirclePause,
  resume: CirclePlay,
  keep: Undo2,
  undo: Undo2,
  cancel: Ban,
  end: OctagonX,
};

type PanelProps = {
  /** The opened one; without it the panel is closed. */
  subscription: Subscription | undefined;
  isManager: boolean;
  /** The list of orders that its periods lead to. */
  ordersPath: string;
  onClose: () => void;
};

/** One subscription beside the list: what comes next, its periods with their orders, and what can be done with it. */
export function SubscriptionPanel({ subscription, isManager, ordersPath, onClose }: PanelProps) {
  const [asked, setAsked] = useState<SubscriptionAction | null>(null);
  const [isChanging, setChanging] = useState(false);
  const { t } = useTranslation('subscriptions');
  const change = useSubscriptionChange();
  const canChange = useCanChange(subscription);
  useFreshCharge(subscription);
  const actions = subscription ? actionsOf(subscription, isManager) : [];
  const press = (action: SubscriptionAction) => {
    if (!subscription) return;
    if (action === 'resume' || action === 'keep' || action === 'undo') void change.save({ subscription, action });
    else setAsked(action);
  };
  return (
    <>
      <SidePanel
        title={subscription?.title ?? ''}
        isOpen={subscription !== undefined}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        footer={
          actions.length > 0 ? (
            <>
              {canChange ? (
                <Button icon={ArrowLeftRight} onPress={() => setChanging(true)}>
                  {t('actions.change')}
                </Button>
              ) : null}
              {actions.map((action) => (
                <Button
                  key={action}
                  icon={icons[action]}
                  isBusy={change.isSaving}
                  variant={action === 'cancel' || action === 'end' ? 'danger-line' : undefined}
                  onPress={() => press(action)}
                >
                  {t(`actions.${action}`)}
                </Button>
              ))}
            </>
          ) : null
        }
      >
        {subscription ? <Details subscription={subscription} isManager={isManager} ordersPath={ordersPath} /> : null}
      </SidePanel>
      {subscription && asked ? (
        <Question
          subscription={subscription}
          action={asked}
          onConfirm={() => change.saveOrThrow({ subscription, action: asked })}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {subscription && isChanging ? (
        <ChangeDialog subscription={subscription} isManager={isManager} onClose={() => setChanging(false)} />
      ) : null}
    </>
  );
}

/** Whether there is another price to change to. */
function useCanChange(subscription: Subscription | undefined): boolean {
  const db = useDb();
  const { account_id } = useAccount();
  const enabled = subscription !== undefined && isChangeable(subscription);
  const { data = [] } = useQuery({ ...changeOptionsQuery(db, account_id, subscription?.id ?? ''), enabled });
  return enabled && data.length > 0;
}

const POLL_MS = 3_000;
/** A card is charged within seconds; what takes longer is seen with the next visit. */
const MAX_POLLS = 10;

/** Reads anew what an order to change it became, as long as it is open: it may be charged just now. */
function useFreshCharge(subscription: Subscription | undefined): void {
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const isWaiting = subscription !== undefined && openChange(subscription)?.takes_effect === 'now';
  useEffect(() => {
    if (!isWaiting) return;
    let polls = 0;
    const timer = setInterval(() => {
      polls += 1;
      if (polls >= MAX_POLLS) clearInterval(timer);
      void queries.invalidateQueries({ queryKey: subscriptionKey(account_id) });
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [isWaiting, account_id, queries]);
}

function useSubscriptionChange() {
  const { t } = useTranslation('subscriptions');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  return useSave(
    ({ subscription, action }: { subscription: Subscription; action: SubscriptionAction }) =>
      changeSubscription(db, subscription.id, action),
    {
      invalidates: [subscriptionKey(account_id)],
      // A change may place or cancel the order of the next period.
      onSaved: () => queries.invalidateQueries({ queryKey: ['orders', account_id] }),
      done: (_, { subscription, action }) => t(`done.${action}`, { title: subscription.title }),
    },
  );
}

function Question({
  subscription,
  action,
  onConfirm,
  onClose,
}: {
  subscription: Subscription;
  action: SubscriptionAction;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation('subscriptions');
  const { locale } = useSite();
  const { title, status, period_end } = subscription;
  const date = dateFormat(locale, { dateStyle: 'medium' }).format(new Date(period_end));
  const text = action === 'cancel' && status === 'past_due' ? 'confirm.cancelDueText' : `confirm.${action}Text`;
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(`confirm.${action}Title`, { title })}
      confirmLabel={t(`actions.${action}`)}
      cancelLabel={t('confirm.back')}
      isDanger={action !== 'pause'}
      onConfirm={onConfirm}
    >
      {t(text, { date })}
    </ConfirmDialog>
  );
}

function Details({
  subscription,
  isManager,
  ordersPath,
}: {
  subscription: Subscription;
  isManager: boolean;
  ordersPath: string;
}) {
  const { t } = useTranslation('subscriptions');
  const { locale } = useSite();
  const nextText = useNextText();
  const priceText = usePriceText();
  const { cycles, paid_count, end_reason, orders, created_at } = subscription;
  const day = dateFormat(locale, { dateStyle: 'medium' });
  const periods = [...subscription.subscription_periods].sort((a, b) => b.position - a.position);
  const count = numberFormat(locale);
  const facts: [string, string][] = [
    [t('list.price'), priceText(subscription)],
    // What it changes to next stands above.
    ...(openChange(subscription)?.takes_effect === 'period_end' && !subscription.cancel_at_period_end
      ? []
      : [[t('list.next'), nextText(subscription)] satisfies [string, string]]),
    [t('list.begun'), day.format(new Date(created_at))],
    [
      t('detail.paid'),
      cycles === null
        ? count.format(paid_count)
        : t('detail.paidOf', { paid: count.format(paid_count), cycles: count.format(cycles) }),
    ],
  ];
  return (
    <div className="grid gap-6">
      <div>
        <SubscriptionState subscription={subscription} />
        {end_reason ? <p className="help mt-2">{t(`reason.${end_reason}`)}</p> : null}
      </div>
      <OpenChange subscription={subscription} isManager={isManager} />
      <dl className="grid gap-2">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="muted">{name}</dt>
            <dd className="num text-end">{value}</dd>
          </div>
        ))}
      </dl>
      {isManager && orders ? (
        <section className="grid gap-1">
          <h3 className="font-semibold">{t('list.customer')}</h3>
          <p>{orders.customer_name}</p>
          {orders.email ? (
            <a className="link" href={`mailto:${orders.email}`}>
              {orders.email}
            </a>
          ) : null}
        </section>
      ) : null}
      {isManager ? null : <SubscriptionMethod subscription={subscription} />}
      <section className="grid gap-2">
        <h3 className="font-semibold">{t('detail.periods')}</h3>
        {periods.length === 0 ? <p className="help">{t('detail.noPeriods')}</p> : null}
        <ol className="grid gap-2">
          {periods.map(({ position, starts_at, ends_at, orders: order }) => (
            <li key={position} className="flex flex-wrap justify-between gap-x-4">
              <span className="num">{day.formatRange(new Date(starts_at), new Date(ends_at))}</span>
              {order ? (
                <TextLink href={searchUrl(ordersPath, String(order.number))}>
                  {t('detail.order', { number: order.number })}
                </TextLink>
              ) : null}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
