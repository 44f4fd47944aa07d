import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CreditCard, Star, Trash2, Wallet } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useMembership } from '#base/browser/member.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { clockNow } from '#base/shared/clock.ts';
import { commaList } from '#base/shared/formats.ts';
import { BuyerTabs } from '#features/commerce/orders/components/buyer-tabs.tsx';
import { paymentQueries } from '#features/commerce/payments/data.ts';
import { settleSetups } from '#features/commerce/payments/methods/components/method-calls.ts';
import { methodsQuery } from '#features/commerce/payments/methods/data.ts';
import {
  expiryState,
  expiryText,
  type KeepingProvider,
  methodText,
} from '#features/commerce/payments/methods/rules.ts';
import type { PaymentMethod } from '#features/commerce/payments/methods/schema.ts';
import { providerFacts } from '#features/commerce/payments/rules.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import type { RowActionsOf } from '#ui/list/list-actions.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { useShortList } from '#ui/list/use-list.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { listSubscriptions, subscriptionKey } from '../../data.ts';
import { needsMethod } from '../../rules.ts';
import type { Subscription } from '../../schema.ts';
import { useSetup } from '../components/use-setup.ts';
import { removeMethod, setDefaultMethod } from '../data.ts';

/** What providers keep of the signed-in user, and which subscriptions each pays. */
export default function MyMethods() {
  const { t } = useTranslation('subscriptions');
  const { locale } = useSite();
  const navigate = useNavigate();
  const { list, titlesOf } = useMethods();
  const [needed, setNeeded] = useState<PaymentMethod | null>(null);
  useReturn();
  const { offered, isTest, begin } = useSetup();
  const add = useSave((provider: KeepingProvider) => begin(provider));
  // The first one offered is the primary, which stands last.
  const buttons = [...offered].reverse().map((provider) => (
    <Button
      key={provider}
      variant={provider === offered[0] ? 'primary' : undefined}
      isBusy={add.isSaving && add.saving === provider}
      onPress={() => void add.save(provider)}
    >
      {t(addLabels[provider])}
    </Button>
  ));
  return (
    <ListScreen
      list={list}
      title={t('methods.title')}
      count={null}
      sentence={isTest ? `${t('methods.sentence')} ${t('payments:pay.test')}` : t('methods.sentence')}
      tabs={<BuyerTabs />}
      actions={buttons.length > 0 ? buttons : undefined}
      columns={useMethodColumns(titlesOf)}
      rowName={methodText}
      rowActions={useMethodActions(titlesOf, setNeeded)}
      empty={{
        title: t('methods.emptyTitle'),
        text: t(offered.length > 0 ? 'methods.emptyText' : 'methods.emptyNone'),
      }}
    >
      {needed ? (
        <ConfirmDialog
          isOpen
          onOpenChange={(isOpen) => !isOpen && setNeeded(null)}
          title={t('methods.neededTitle', { method: methodText(needed) })}
          confirmLabel={t('methods.toSubscriptions')}
          cancelLabel={t('confirm.back')}
          isDanger={false}
          onConfirm={() => navigate(paths.subscriptions())}
        >
          {t('methods.neededText', { titles: commaList(titlesOf(needed), locale) })}
        </ConfirmDialog>
      ) : null}
    </ListScreen>
  );
}

const addLabels = { stripe: 'methods.addCard', paypal: 'methods.addPaypal' } as const satisfies Record<
  KeepingProvider,
  string
>;

function useMethods() {
  const db = useDb();
  const { account_id } = useAccount();
  const user_id = useMembership().userId ?? '';
  const methods = useQuery({ ...methodsQuery(db, account_id, user_id), enabled: user_id !== '' });
  const subscriptions = useQuery({
    queryKey: [...subscriptionKey(account_id), 'paid', user_id],
    queryFn: () => listSubscriptions(db, account_id, { user_id, page: 1, pageSize: 100 }),
    enabled: user_id !== '',
  });
  const list = useShortList({ key: paymentQueries.all(account_id), query: methods });
  const paid: Subscription[] = subscriptions.data?.rows ?? [];
  const titlesOf = (method: PaymentMethod) =>
    paid.filter((one) => needsMethod(one) && one.payment_methods?.id === method.id).map(({ title }) => title);
  return { list, titlesOf };
}

/** Back from the page of a provider it asks what became of the method, before any message has come. */
function useReturn() {
  const { t } = useTranslation('subscriptions');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const back = search.get('setup');
  const { save } = useSave(() => settleSetups(db), {
    invalidates: [paymentQueries.all(account_id), subscriptionKey(account_id)],
    done: (isSaved) => (isSaved ? t('methods.saved') : undefined),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each way back
  useEffect(() => {
    if (!back) return;
    if (back === 'done') void save();
    else showToast(t('methods.left'));
    setSearch({}, { replace: true });
    void queries.invalidateQueries({ queryKey: ['orders', account_id] });
  }, [back]);
}

function useMethodColumns(titlesOf: (method: PaymentMethod) => string[]): ListColumn<PaymentMethod>[] {
  const { t } = useTranslation('subscriptions');
  const { locale } = useSite();
  return [
    {
      id: 'method',
      label: t('methods.method'),
      phone: 'main',
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="flex min-w-0 items-center gap-2">
            {row.provider === 'paypal' ? (
              <Wallet aria-hidden="true" size={16} className="flex-none" />
            ) : (
              <CreditCard aria-hidden="true" size={16} className="flex-none" />
            )}
            <bdi className="min-w-0 break-all">{methodText(row)}</bdi>
          </span>
          {row.is_default ? <Badge tone="neutral">{t('methods.default')}</Badge> : null}
        </span>
      ),
    },
    {
      id: 'pays',
      label: t('methods.pays'),
      phone: 'under',
      isWritten: true,
      cell: (row) => commaList(titlesOf(row), locale) || t('methods.paysNothing'),
    },
    {
      id: 'expiry',
      label: t('methods.expiry'),
      isEnd: true,
      phone: 'side',
      cell: (row) => <Expiry method={row} />,
    },
  ];
}

function Expiry({ method }: { method: PaymentMethod }) {
  const { t } = useTranslation('subscriptions');
  const { locale } = useSite();
  const state = expiryState(method, new Date(clockNow()));
  const date = expiryText(method, locale);
  if (!date) return <span className="muted">{t('methods.noExpiry')}</span>;
  if (state === 'valid') return <span className="num">{date}</span>;
  return <Badge tone="warning">{t(`methods.${state}On`, { date })}</Badge>;
}

function useMethodActions(
  titlesOf: (method: PaymentMethod) => string[],
  onNeeded: (method: PaymentMethod) => void,
): RowActionsOf<PaymentMethod> {
  const { t } = useTranslation('subscriptions');
  const db = useDb();
  return (row) => {
    const method = methodText(row);
    const remove = { id: 'remove', label: t('methods.remove'), icon: Trash2, isDanger: true };
    return [
      !row.is_default && {
        id: 'default',
        label: t('methods.makeDefault'),
        icon: Star,
        run: () => setDefaultMethod(db, row.id),
        done: t('methods.madeDefault', { method }),
      },
      titlesOf(row).length > 0
        ? { ...remove, onAction: () => onNeeded(row) }
        : {
            ...remove,
            run: () => removeMethod(db, row.id),
            done: t('methods.removed', { method }),
            confirm: {
              title: t('methods.removeTitle', { method }),
              text: t('methods.removeText', { provider: providerFacts[row.provider]?.name }),
              label: t('methods.remove'),
            },
          },
    ];
  };
}
