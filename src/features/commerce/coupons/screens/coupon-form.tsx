import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { UNIQUE_VIOLATION } from '#base/shared/db-client.ts';
import { numberFormat } from '#base/shared/formats.ts';
import { momentOfDay } from '#base/shared/wall-clock.ts';
import { Button } from '#ui/buttons/button.tsx';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { DatePicker } from '#ui/fields/date-field.tsx';
import { Form } from '#ui/fields/form.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { downloadCsv } from '#ui/table/download-csv.ts';
import { ProductPicker } from '../components/product-picker.tsx';
import { addCoupons, saveCoupon } from '../data.ts';
import { generateCodes, MAX_CODES } from '../rules.ts';
import { type Coupon, discountTypes } from '../schema.ts';
import { problemsOf, type Values, valuesOf } from './coupon-draft.ts';
import { AmountField, CodeFields, LimitFields } from './coupon-fields.tsx';

type CouponFormProps = {
  coupon: Coupon | null;
  currency: string;
  /** The site's time zone, in which a coupon starts and ends. */
  zone: string;
  onClose: () => void;
  /** Called with a sentence that says what was saved. */
  onSaved: (done: string) => Promise<void>;
};

export function CouponForm({ coupon, currency, zone, onClose, onSaved }: CouponFormProps) {
  const { t } = useTranslation('coupons');
  const id = useId();
  const { draft, save, isSaving, problem } = useCoupon(coupon, zone, onSaved);
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
        <CodeFields draft={draft} isNew={!coupon} />
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
function useCoupon(coupon: Coupon | null, zone: string, onSaved: CouponFormProps['onSaved']) {
  const { t } = useTranslation('coupons');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useLocale();
  const [saved] = useState(() => valuesOf(coupon, zone));
  const validate = (values: Values) => problemsOf(values, t, numberFormat(locale).format(MAX_CODES));
  const draft = useDraft<Values>({ saved, validate });
  const { save, isSaving, problem } = useSave(
    async () => {
      const { start, end, appliesTo, codes, prefix, count, name: typed, ...values } = draft.values;
      const name = typed.trim();
      const rules = {
        ...values,
        coupon_amount: values.coupon_amount ?? 0,
        product_ids: appliesTo === 'all' ? [] : values.product_ids,
        date_start: start === saved.start ? (coupon?.date_start ?? null) : momentOfDay(zone, start, false),
        date_end: end === saved.end ? (coupon?.date_end ?? null) : momentOfDay(zone, end, true),
      };
      if (codes === 'one') {
        await saveCoupon(db, account_id, coupon?.id ?? null, { ...rules, name });
        await onSaved(t('form.saved', { name }));
      } else {
        const generated = generateCodes(prefix.trim(), count);
        await addCoupons(db, account_id, generated, rules);
        await downloadCsv(
          prefix.trim() || 'coupons',
          [t('form.name')],
          generated.map((code) => [code]),
        );
        await onSaved(t('form.generated', { count }));
      }
    },
    {
      form: draft,
      fields: { [UNIQUE_VIOLATION]: ['name', t('form.errors.nameTaken')] },
    },
  );
  return { draft, save, isSaving, problem };
}
