import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { DatePicker } from '#ui/fields/date-field.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { ComboBox, Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { type LevelValues, levelOfPrice } from '../../levels/rules.ts';
import { currencyOptions } from '../../rules.ts';
import type { PriceKind } from '../../schema.ts';
import { billingIntervals, frequencyOf, type PriceProblem, type PriceValues } from './price-draft.ts';

export type PriceFieldsProps = {
  price: PriceValues;
  levels: readonly LevelValues[];
  onChange: (changes: Partial<PriceValues>) => void;
  /** Checks the price as a field is left. */
  onBlur: () => void;
  problem: PriceProblem | null;
  /** Among several prices each can have a name. */
  isOneOfSeveral: boolean;
};

/** The amount and how often it is paid; what a plain price does without stands under "More options". */
export function PriceFields(props: PriceFieldsProps) {
  const { price, onChange, problem } = props;
  const { t } = useTranslation('products');
  const isChosen = price.kind === 'pay_what_you_want';
  const errorOf = (field: PriceProblem['field']) =>
    problem?.field === field ? t(`form.errors.${problem.text}`) : undefined;
  return (
    <div className="grid gap-4">
      <LevelSelect {...props} />
      <div className="form-cols">
        <MoneyField
          label={isChosen ? t('prices.suggested') : t('form.price')}
          description={t('form.priceHelp')}
          currency={price.currency}
          value={price.amount}
          onChange={(amount) => onChange({ amount })}
          onBlur={props.onBlur}
          errorMessage={errorOf('amount')}
        />
        <PeriodSelect {...props} />
      </div>
      {price.kind === 'instalments' ? (
        <div className="form-cols">
          <PaymentsField {...props} errorMessage={errorOf('cycles')} />
          <Select
            label={t('prices.interval')}
            value={price.interval}
            onChange={(interval) => onChange({ interval })}
            options={intervalOptions(price, t)}
          />
        </div>
      ) : null}
      {isChosen ? (
        <div className="form-cols">
          <MoneyField
            label={t('prices.minimum')}
            currency={price.currency}
            isOptional
            value={price.minimum_amount}
            onChange={(minimum_amount) => onChange({ minimum_amount })}
            onBlur={props.onBlur}
            errorMessage={errorOf('minimum_amount')}
          />
        </div>
      ) : (
        <SaleFields {...props} />
      )}
      <details open={hasMoreOptions(price) || undefined}>
        <summary className="link">{t('prices.more')}</summary>
        <MoreFields {...props} />
      </details>
    </div>
  );
}

/** The level of a membership that is bought at the price; nothing where there are none. */
function LevelSelect({ price, levels, onChange }: PriceFieldsProps) {
  const { t } = useTranslation('products');
  if (levels.length === 0) return null;
  return (
    <Select
      label={t('levels.ofPrice')}
      value={levelOfPrice(price.level_id, levels)}
      onChange={(level_id) => onChange({ level_id })}
      options={levels.map(({ id, name }) => ({ id, label: name || t('levels.new') }))}
    />
  );
}

/** How often it is paid, or how else: one choice of both. */
function PeriodSelect({ price, onChange }: PriceFieldsProps) {
  const { t } = useTranslation('products');
  const kinds: PriceKind[] = ['instalments', 'pay_what_you_want'];
  return (
    <Select
      label={t('form.frequency')}
      description={price.kind === 'subscription' ? t('form.frequencyHelp') : undefined}
      value={price.kind === 'subscription' ? price.interval : price.kind}
      onChange={(id) => {
        const isKind = id === 'once' || id === 'instalments' || id === 'pay_what_you_want';
        onChange(isKind ? { kind: id } : { kind: 'subscription', interval: id });
      }}
      options={[
        { id: 'once', label: t('form.once') },
        ...intervalOptions(price, t),
        ...kinds.map((id) => ({ id, label: t(`prices.${id}`) })),
      ]}
    />
  );
}

function SaleFields({ price, onChange, onBlur, problem }: PriceFieldsProps) {
  const { t } = useTranslation('products');
  return (
    <>
      <div className="form-cols">
        <MoneyField
          label={t('form.salePrice')}
          description={t('form.salePriceHelp')}
          currency={price.currency}
          isOptional
          value={price.sale_amount}
          onChange={(sale_amount) => onChange({ sale_amount })}
          onBlur={onBlur}
          errorMessage={problem?.field === 'sale_amount' ? t('form.errors.salePrice') : undefined}
        />
      </div>
      {price.sale_amount === null ? null : (
        <div className="form-cols">
          <DatePicker
            label={t('form.saleStart')}
            isOptional
            value={price.saleStart}
            onChange={(saleStart) => onChange({ saleStart })}
          />
          <DatePicker
            label={t('form.saleEnd')}
            isOptional
            value={price.saleEnd}
            onChange={(saleEnd) => onChange({ saleEnd })}
            errorMessage={problem?.field === 'saleEnd' ? t('form.errors.saleEnd') : undefined}
          />
        </div>
      )}
    </>
  );
}

function PaymentsField({
  price,
  onChange,
  onBlur,
  errorMessage,
}: PriceFieldsProps & { errorMessage?: string | undefined }) {
  const { t } = useTranslation('products');
  const isOptional = price.kind === 'subscription';
  return (
    <NumberField
      label={t('prices.payments')}
      description={isOptional ? t('prices.paymentsHelp') : undefined}
      isOptional={isOptional}
      value={price.cycles}
      maxValue={999}
      onChange={(cycles) => onChange({ cycles })}
      onBlur={onBlur}
      errorMessage={errorMessage}
    />
  );
}

function MoreFields(props: PriceFieldsProps) {
  const { price, onChange, problem } = props;
  const { t } = useTranslation('products');
  const { locale } = useSite();
  const isSubscription = price.kind === 'subscription';
  return (
    <div className="mt-4 grid gap-4">
      <div className="form-cols">
        <ComboBox
          label={t('prices.currency')}
          options={currencyOptions(locale)}
          value={price.currency}
          onChange={(currency) => currency && onChange({ currency })}
        />
        {props.isOneOfSeveral ? (
          <TextField
            label={t('prices.name')}
            description={t('prices.nameHelp')}
            maxLength={60}
            isOptional
            value={price.label}
            onChange={(label) => onChange({ label })}
          />
        ) : null}
      </div>
      {isSubscription || price.kind === 'instalments' ? (
        <div className="form-cols">
          {isSubscription ? (
            <>
              <NumberField
                label={t('prices.trial')}
                isOptional
                value={price.trial_days}
                maxValue={730}
                onChange={(trial_days) => onChange({ trial_days })}
              />
              <PaymentsField
                {...props}
                errorMessage={problem?.field === 'cycles' ? t('form.errors.cycles') : undefined}
              />
            </>
          ) : null}
          <MoneyField
            label={t('prices.setUp')}
            currency={price.currency}
            isOptional
            value={price.setup_fee}
            onChange={(setup_fee) => onChange({ setup_fee })}
          />
        </div>
      ) : null}
    </div>
  );
}

function hasMoreOptions({ label, trial_days, setup_fee, cycles, kind }: PriceValues): boolean {
  return Boolean(label || trial_days || setup_fee || (kind === 'subscription' && cycles));
}

function intervalOptions({ interval }: PriceValues, t: TFunction<'products'>): { id: string; label: string }[] {
  return [...new Set([...Object.keys(billingIntervals), interval])].map((id) => {
    const { parameter, value } = frequencyOf(id);
    return { id, label: id in billingIntervals ? t(`form.${id}`) : t(`every.${parameter}`, { count: value }) };
  });
}
