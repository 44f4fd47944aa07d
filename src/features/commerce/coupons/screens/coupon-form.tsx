import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { UNIQUE_VIOLATION } from '#base/shared/db-client.ts';
import { formatPercent } from '#base/shared/formats.ts';
import { currencyDigits, formatMoney } from '#base/shared/money.ts';
import { Button } from '#ui/buttons/button.tsx';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { DatePicker } from '#ui/fields/date-field.tsx';
import { Form } from '#ui/fields/form.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { type Draft, type FieldErrors, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { saveCoupon } from '../data.ts';
import { couponName } from '../rules.ts';
import { type Coupon, discountTypes } from '../schema.ts';
import { ProductPicker } from './product-picker.tsx';

type Values = {
  name: string;
  discount_type: Coupon['discount_type'];
  coupon_amount: number | null;
  /** Local dates, `2026-03-15`. */
  start: string | null;
  end: string | null;
  usage_limit: number;
  per_user_limit: number;
  appliesTo: 'all' | 'chosen';
  product_ids: string[];
};

/** A timestamp as a local date, `2026-03-15`. */
function dayOf(moment: string | null): string | null {
  if (!moment) return null;
  const date = new Date(moment);
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** The first or the last second of a local date, as an ISO timestamp. */
function momentOf(day: string | null, isEnd: boolean): string | null {
  return day ? new Date(`${day}T${isEnd ? '23:59:59' : '00:00:00'}`).toISOString() : null;
}

function valuesOf(coupon: Coupon | null): Values {
  return {
    name: coupon?.name ?? '',
    discount_type: coupon?.discount_type ?? 'percentage',
    coupon_amount: coupon?.coupon_amount ?? 10,
    start: dayOf(coupon?.date_start ?? null),
    end: dayOf(coupon?.date_end ?? null),
    usage_limit: coupon?.usage_limit ?? 0,
    per_user_limit: coupon?.per_user_limit ?? 0,
    appliesTo: coupon && coupon.product_ids.length > 0 ? 'chosen' : 'all',
    product_ids: coupon?.product_ids ?? [],
  };
}

type CouponFormProps = {
  coupon: Coupon | null;
  currency: string;
  onClose: () => void;
  onSaved: (name: string) => Promise<void>;
};

export function CouponForm({ coupon, currency, onClose, onSaved }: CouponFormProps) {
  const { t } = useTranslation('coupons');
  const id = useId();
  const { draft, save, isSaving, problem } = useCoupon(coupon, onSaved);
  return (
    <SidePanel
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isChanged={draft.isChanged}
      title={coupon?.name ?? t('form.newTitle')}
      footer={
        <>
          <Button onPress={onClose}>{t('form.cancel')}</Button>
          <Button variant="primary" type="submit" form={id} isBusy={isSaving}>
            {t('form.save')}
          </Button>
        </>
      }
    >
      <Form id={id} label={coupon?.name ?? t('form.newTitle')} problem={problem} onSubmit={() => void save()}>
        <TextField
          label={t('form.name')}
          description={t('form.nameHelp')}
          maxLength={40}
          autoComplete="off"
          isRequired
          {...draft.field('name')}
        />
        <RadioGroup
          label={t('form.type')}
          value={draft.values.discount_type}
          onChange={(type) => draft.set('discount_type', type as Coupon['discount_type'])}
          options={[...discountTypes].reverse().map((type) => ({ id: type, label: t(`form.${type}`) }))}
        />
        <AmountField draft={draft} currency={currency} />
        <RadioGroup
          label={t('form.appliesTo')}
          value={draft.values.appliesTo}
          onChange={(choice) => draft.set('appliesTo', choice as Values['appliesTo'])}
          options={[
            { id: 'all', label: t('form.allProducts') },
            { id: 'chosen', label: t('form.chosenProducts') },
          ]}
        />
        {draft.values.appliesTo === 'chosen' ? <ProductPicker {...draft.field('product_ids')} /> : null}
        <div className="form-cols">
          <DatePicker label={t('form.start')} isOptional {...draft.field('start')} />
          <DatePicker label={t('form.end')} isOptional {...draft.field('end')} />
        </div>
        <LimitFields draft={draft} />
      </Form>
    </SidePanel>
  );
}

/** The draft of a coupon and its save; an unchanged date keeps its exact time. */
function useCoupon(coupon: Coupon | null, onSaved: CouponFormProps['onSaved']) {
  const { t } = useTranslation('coupons');
  const db = useDb();
  const { account_id } = useAccount();
  const [saved] = useState(() => valuesOf(coupon));
  const validate = (values: Values): FieldErrors<Values> => ({
    name: couponName.test(values.name.trim()) ? undefined : t('form.errors.name'),
    coupon_amount: amountProblem(values, t),
    product_ids:
      values.appliesTo === 'chosen' && values.product_ids.length === 0 ? t('form.errors.products') : undefined,
    end: values.start && values.end && values.end < values.start ? t('form.errors.end') : undefined,
    usage_limit: isCount(values.usage_limit, 10_000_000) ? undefined : t('form.errors.limit'),
    per_user_limit: isCount(values.per_user_limit, 1_000_000) ? undefined : t('form.errors.limit'),
  });
  const draft = useDraft<Values>({ saved, validate });
  const { save, isSaving, problem } = useSave(
    async () => {
      const { start, end, appliesTo, ...values } = draft.values;
      const name = values.name.trim();
      await saveCoupon(db, account_id, coupon?.id ?? null, {
        ...values,
        coupon_amount: values.coupon_amount ?? 0,
        name,
        product_ids: appliesTo === 'all' ? [] : values.product_ids,
        date_start: start === saved.start ? (coupon?.date_start ?? null) : momentOf(start, false),
        date_end: end === saved.end ? (coupon?.date_end ?? null) : momentOf(end, true),
      });
      await onSaved(name);
    },
    {
      form: draft,
      fields: { [UNIQUE_VIOLATION]: ['name', t('form.errors.nameTaken')] },
    },
  );
  return { draft, save, isSaving, problem };
}

function AmountField({ draft, currency }: { draft: Draft<Values>; currency: string }) {
  const { t } = useTranslation('coupons');
  const { locale } = useLocale();
  const amount = draft.values.coupon_amount;
  const isPercent = draft.values.discount_type === 'percentage';
  const digits = isPercent ? 2 : currencyDigits(currency);
  return (
    <NumberField
      key={draft.values.discount_type}
      label={isPercent ? t('form.percent') : t('form.sum', { currency })}
      suffix={isPercent ? '%' : currency}
      digits={digits}
      maxValue={(isPercent ? 100 : 1_000_000_000) * 10 ** digits}
      {...draft.field('coupon_amount')}
      format={(scaled) => (isPercent ? formatPercent(scaled / 100, locale) : formatMoney(scaled, currency, locale))}
      value={amount === null ? null : Math.round(amount * 10 ** digits)}
      onChange={(scaled) => draft.set('coupon_amount', scaled === null ? null : scaled / 10 ** digits)}
    />
  );
}

function LimitFields({ draft }: { draft: Draft<Values> }) {
  const { t } = useTranslation('coupons');
  return (
    <div className="form-cols">
      <NumberField
        label={t('form.limit')}
        description={t('form.holdHelp')}
        maxValue={10_000_000}
        fallback={0}
        {...draft.field('usage_limit')}
      />
      <NumberField
        label={t('form.perUser')}
        description={t('form.limitHelp')}
        maxValue={1_000_000}
        fallback={0}
        {...draft.field('per_user_limit')}
      />
    </div>
  );
}

function amountProblem(values: Values, t: (key: string) => string): string | undefined {
  const amount = values.coupon_amount ?? 0;
  if (!(amount > 0)) return t(values.discount_type === 'percentage' ? 'form.errors.percent' : 'form.errors.amount');
  if (values.discount_type === 'percentage' && amount > 100) return t('form.errors.percent');
  return undefined;
}

function isCount(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max;
}
