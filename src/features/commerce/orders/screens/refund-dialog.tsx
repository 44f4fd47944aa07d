import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { formatMoney } from '#base/shared/money.ts';
import { Button } from '#ui/buttons/button.tsx';
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx';
import { Checkbox, RadioGroup } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { type Draft, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { orderQueries, refundOrder } from '../data.ts';
import { leftOf, type RefundDraft, refundAmount, refundRequest } from '../refunds/rules.ts';
import type { RefundKind, RefundScope } from '../refunds/schema.ts';
import type { Order } from '../schema.ts';

const nothing: RefundDraft = {
  kind: 'refund',
  scope: 'all',
  quantities: {},
  amount: null,
  takesAccess: false,
  reason: '',
};

/** Refunds an order: all that is left, items of it or an amount. What it comes to and what remains is shown before. */
export function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation('orders');
  const { t: tUi } = useTranslation('ui');
  const db = useDb();
  const { locale } = useSite();
  const { account_id } = useAccount();
  const id = useId();
  // Pressed twice, or again after the connection broke, it is the same refund.
  const [key] = useState(() => crypto.randomUUID());
  const money = (minor: number) => formatMoney(minor, order.currency, locale);
  const left = leftOf(order);
  const draft = useRefundDraft(order);
  const isCredit = draft.values.kind === 'credit';
  const amount = Math.min(left, refundAmount(order, draft.values) || 0);
  const { save, isSaving, problem } = useSave(() => refundOrder(db, order.id, refundRequest(draft.values), key), {
    form: draft,
    invalidates: [orderQueries.all(account_id)],
    done: isCredit
      ? t('history.credit', { amount: money(amount) })
      : t('refund.done', { number: order.number, amount: money(amount) }),
    onSaved: onClose,
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isSaving && onClose()}
      isChanged={draft.isChanged}
      title={t('actions.confirm.refund.title', { number: order.number })}
      footer={
        <>
          <Button isDisabled={isSaving} onPress={onClose}>
            {tUi('dialog.cancel')}
          </Button>
          <Button variant="danger" type="submit" form={id} isBusy={isSaving}>
            {t(isCredit ? 'refund.submitCredit' : 'refund.submit', { amount: money(amount) })}
          </Button>
        </>
      }
    >
      <Form id={id} label={t('actions.refund')} problem={problem} onSubmit={() => void save()}>
        <RefundScopeFields order={order} draft={draft} />
        {left > 0 ? <KindField order={order} draft={draft} /> : null}
        <TextArea
          label={t('refund.reason')}
          description={t('refund.reasonHelp')}
          {...draft.field('reason')}
          maxLength={500}
          rows={2}
          isOptional
        />
        <dl className="num grid gap-2" aria-live="polite">
          <Sum name={t('refund.sum')} value={money(amount)} />
          <Sum name={t('refund.left')} value={money(left - amount)} />
        </dl>
      </Form>
    </Dialog>
  );
}

/** What is to be refunded, with what is wrong about it. */
function useRefundDraft(order: Order) {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  const left = leftOf(order);
  return useDraft({
    saved: nothing,
    validate: (values) => ({
      amount:
        values.scope === 'amount' && !(values.amount !== null && values.amount >= 1 && values.amount <= left)
          ? t('refund.amountError', { amount: formatMoney(left, order.currency, locale) })
          : undefined,
      quantities:
        values.scope === 'lines' && refundRequest(values).lines?.length === 0 ? t('refund.linesError') : undefined,
    }),
  });
}

/** Whether money goes back, or stays as credit. */
function KindField({ order, draft }: { order: Order; draft: Draft<RefundDraft> }) {
  const { t } = useTranslation('orders');
  const byMoney = order.provider === 'offline' ? 'refund.text' : 'refund.byProvider';
  const values = { name: order.customer_name };
  // What was paid by credit alone becomes credit again.
  if (order.credit === order.total) return <p className="muted">{t('refund.creditText', values)}</p>;
  return (
    <RadioGroup
      label={t('refund.how')}
      value={draft.values.kind}
      onChange={(kind) => draft.set('kind', kind as RefundKind)}
      orientation="vertical"
      options={[
        { id: 'refund', label: t('refund.as.refund'), description: t(byMoney, values) },
        { id: 'credit', label: t('refund.as.credit'), description: t('refund.creditText', values) },
      ]}
    />
  );
}

function Sum({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="muted">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  );
}

/** What is refunded, and what becomes of the access. */
function RefundScopeFields({ order, draft }: { order: Order; draft: Draft<RefundDraft> }) {
  const { t } = useTranslation('orders');
  const { scope, quantities } = draft.values;
  const open = order.order_items
    .filter((item) => item.refunded_quantity < item.quantity)
    .sort((a, b) => a.position - b.position);
  const scopes: RefundScope[] = leftOf(order) > 0 ? ['all', 'lines', 'amount'] : ['all', 'lines'];
  return (
    <>
      <RadioGroup
        label={t('refund.what')}
        value={scope}
        onChange={(next) => draft.set('scope', next as RefundScope)}
        orientation="vertical"
        options={scopes.map((option) => ({
          id: option,
          label: t(`refund.scope.${option}`),
          description: t(`refund.access.${option}`),
        }))}
      />
      {scope === 'lines' ? (
        <fieldset className="grid gap-3">
          <legend>
            <VisuallyHidden>{t('detail.lines')}</VisuallyHidden>
          </legend>
          {open.map((item) => (
            <NumberField
              key={item.id}
              label={item.title}
              description={t('refund.quantity', { number: item.quantity - item.refunded_quantity })}
              hasSteps
              minValue={0}
              maxValue={item.quantity - item.refunded_quantity}
              fallback={0}
              value={quantities[item.id] ?? 0}
              onChange={(quantity) => draft.set('quantities', { ...quantities, [item.id]: quantity })}
            />
          ))}
          {draft.errors.quantities ? (
            <p role="alert" className="text-error">
              {draft.errors.quantities}
            </p>
          ) : null}
        </fieldset>
      ) : null}
      {scope === 'amount' ? (
        <>
          <MoneyField label={t('refund.amount')} currency={order.currency} {...draft.field('amount')} isRequired />
          <Checkbox {...draft.toggle('takesAccess')}>{t('refund.takesAccess')}</Checkbox>
        </>
      ) : null}
    </>
  );
}
