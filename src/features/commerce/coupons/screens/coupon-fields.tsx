import { useTranslation } from 'react-i18next';
import { formatPercent } from '#base/shared/formats.ts';
import { currencyDigits, formatMoney } from '#base/shared/money.ts';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import type { Draft } from '#ui/fields/use-draft.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { MAX_CODES } from '../rules.ts';
import type { Values } from './coupon-draft.ts';

/** The code of a coupon; a new one may be many codes that are generated, each used once unless said otherwise. */
export function CodeFields({ draft, isNew }: { draft: Draft<Values>; isNew: boolean }) {
  const { t } = useTranslation('coupons');
  function choose(codes: string) {
    draft.set('codes', codes as Values['codes']);
    if (codes === 'many' && draft.values.usage_limit === 0) draft.set('usage_limit', 1);
  }
  const name = (
    <TextField
      label={t('form.name')}
      description={t('form.nameHelp')}
      maxLength={40}
      autoComplete="off"
      isRequired
      {...draft.field('name')}
    />
  );
  if (!isNew) return name;
  return (
    <>
      <RadioGroup
        label={t('form.codes')}
        value={draft.values.codes}
        onChange={choose}
        options={[
          { id: 'one', label: t('form.oneCode') },
          { id: 'many', label: t('form.manyCodes'), description: t('form.manyCodesHelp') },
        ]}
      />
      {draft.values.codes === 'one' ? (
        name
      ) : (
        <div className="form-cols">
          <TextField
            label={t('form.prefix')}
            description={t('form.prefixHelp')}
            maxLength={31}
            autoComplete="off"
            isOptional
            {...draft.field('prefix')}
          />
          <NumberField label={t('form.count')} maxValue={MAX_CODES} fallback={1} {...draft.field('count')} />
        </div>
      )}
    </>
  );
}

export function AmountField({ draft, currency }: { draft: Draft<Values>; currency: string }) {
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

export function LimitFields({ draft }: { draft: Draft<Values> }) {
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
