import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { ownCreditsQuery } from '#features/commerce/orders/credits/data.ts';
import { frequencyText } from '#features/commerce/products/rules.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState, Note } from '#ui/display/states.tsx';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { changeOptionsQuery, placeChange, subscriptionKey } from '../data.ts';
import type { ChangeOption, PlacedChange, Subscription } from '../schema.ts';

type ChangeProps = { subscription: Subscription; isManager: boolean; onClose: () => void };

/** Changes a subscription to another price: what that means in numbers stands there before it is confirmed. */
export function ChangeDialog({ subscription, isManager, onClose }: ChangeProps) {
  const { t } = useTranslation('subscriptions');
  const { t: tUi } = useTranslation('ui');
  const db = useDb();
  const { account_id } = useAccount();
  const textsOf = useOptionTexts(subscription, isManager);
  const query = useQuery(changeOptionsQuery(db, account_id, subscription.id));
  const [chosenId, setChosenId] = useState('');
  const options = query.data ?? [];
  const chosen = options.find(({ price_id }) => price_id === chosenId) ?? options[0];
  const { save, isSaving, problem } = useChange({ subscription, isManager, onClose });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isSaving && onClose()}
      title={t('change.title', { title: subscription.title })}
      footer={
        <>
          <Button isDisabled={isSaving} onPress={onClose}>
            {tUi('dialog.cancel')}
          </Button>
          {chosen ? (
            <Button variant="primary" isBusy={isSaving} onPress={() => void save(chosen)}>
              {textsOf(chosen).submit}
            </Button>
          ) : null}
        </>
      }
    >
      {query.isError ? <ErrorState onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <SkeletonText lines={5} /> : null}
      {query.isSuccess && !chosen ? <p>{t('change.none')}</p> : null}
      {chosen ? (
        <div className="grid gap-4">
          {problem ? <Note tone="error">{problem}</Note> : null}
          <RadioGroup
            label={t('change.choose')}
            orientation="vertical"
            value={chosen.price_id}
            onChange={setChosenId}
            options={options.map((option) => ({
              id: option.price_id,
              label: (
                <ContentText>
                  {option.title}
                  {option.label ? `, ${option.label}` : ''}
                </ContentText>
              ),
              description: textsOf(option).terms,
            }))}
          />
          <Meaning option={chosen} subscription={subscription} isManager={isManager} />
        </div>
      ) : null}
    </Dialog>
  );
}

/** Places the change, and leads to its order where that is to be paid. */
function useChange({ subscription, isManager, onClose }: ChangeProps) {
  const { t } = useTranslation('subscriptions');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const textsOf = useOptionTexts(subscription, isManager);
  const isToPay = ({ order_status, is_charged }: PlacedChange) => order_status === 'pending' && !is_charged;
  return useSave((option: ChangeOption) => placeChange(db, subscription.id, option), {
    isInForm: true,
    // Where the amount has changed meanwhile the new one is shown beside the refusal.
    invalidates: [subscriptionKey(account_id)],
    onSaved: (placed) => {
      void queries.invalidateQueries({ queryKey: ['orders', account_id] });
      onClose();
      if (isToPay(placed) && !isManager) location.assign(paths.thankYou(placed.order_id ?? ''));
    },
    done: (placed, option) => {
      const { due, date } = textsOf(option);
      if (placed.takes_effect === 'period_end') return t('change.donePlanned', { title: option.title, date });
      if (isToPay(placed)) return t('change.donePlaced', { number: placed.order_number });
      return placed.is_charged
        ? t('change.doneCharged', { title: option.title, amount: due })
        : t('change.done', { title: option.title });
    },
  });
}

/** What stands of an option in words. `used` is what credit of the buyer will pay of what is due, as the server decides. */
function useOptionTexts({ currency }: Subscription, isManager: boolean) {
  const { t } = useTranslation('subscriptions');
  const { t: tProducts } = useTranslation('products');
  const { locale } = useSite();
  const db = useDb();
  const { account_id } = useAccount();
  const credits = useQuery({ ...ownCreditsQuery(db, account_id), enabled: !isManager });
  const held = credits.data?.find((credit) => credit.currency === currency)?.amount ?? 0;
  return (option: ChangeOption) => {
    const money = (amount: number) => formatMoney(amount, currency, locale);
    const date = dateFormat(locale, { dateStyle: 'medium' }).format(new Date(option.effective_at));
    const used = isManager ? 0 : Math.min(held, option.due ?? 0);
    const left = (option.due ?? 0) - used;
    const due = money(left);
    const price = (amount: number) =>
      tProducts('terms.recurring', { amount: money(amount), every: frequencyText(option.frequency, tProducts) });
    return {
      money,
      date,
      used,
      left,
      due,
      price: price(option.next_total),
      terms: price(option.amount),
      submit: submitText(),
    };
    function submitText() {
      if (option.takes_effect === 'period_end') return t('change.submitLater', { date });
      if (left === 0) return t('change.submitNow');
      return t(isManager ? 'change.submitManager' : 'change.submitPay', { amount: due });
    }
  };
}

/** What is due now and how that comes about, or from when on another price holds. */
function Meaning({ option, subscription, isManager }: Omit<ChangeProps, 'onClose'> & { option: ChangeOption }) {
  const { t } = useTranslation('subscriptions');
  const { locale } = useSite();
  const { t: tOrders } = useTranslation('orders');
  const { money, date, used, left, due, price } = useOptionTexts(subscription, isManager)(option);
  const { amount, credit, tax, next_tax, ends_at, effective_at, prices_include_tax, charged_to, takes_effect } = option;
  if (takes_effect === 'period_end' || ends_at === null) {
    return (
      <div className="grid gap-2" aria-live="polite">
        <dl className="num grid gap-2">
          <Sum name={t('change.from', { date })} value={price} />
          {next_tax > 0 ? <Sum name={t('change.taxIncluded')} value={money(next_tax)} /> : null}
        </dl>
        <p className="help">{t('change.laterText', { date })}</p>
      </div>
    );
  }
  const range = dateFormat(locale, { dateStyle: 'medium' }).formatRange(new Date(effective_at), new Date(ends_at));
  const consent = () => {
    if (left === 0) return t('change.nothingDue');
    if (isManager) return t('change.buyerPays', { amount: due });
    return charged_to ? t('change.charged', { amount: due, method: charged_to }) : t('change.toPay');
  };
  return (
    <div className="grid gap-2" aria-live="polite">
      <dl className="num grid gap-2">
        <Sum name={t('change.period', { range })} value={money(amount)} />
        <Sum name={t('change.credit')} value={money(-credit)} />
        {tax && !prices_include_tax ? <Sum name={t('change.tax')} value={money(tax)} /> : null}
        {used > 0 ? <Sum name={tOrders('credit.used')} value={money(-used)} /> : null}
        <Sum name={t('change.due')} value={due} isTotal />
        {tax && prices_include_tax ? <Sum name={t('change.taxIncluded')} value={money(tax)} /> : null}
        <Sum name={t('change.then')} value={price} />
      </dl>
      <p className="help">{consent()}</p>
    </div>
  );
}

function Sum({ name, value, isTotal = false }: { name: string; value: string; isTotal?: boolean }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className={isTotal ? 'font-semibold' : 'muted'}>{name}</dt>
      <dd className={isTotal ? 'text-end font-semibold' : 'text-end'}>{value}</dd>
    </div>
  );
}
