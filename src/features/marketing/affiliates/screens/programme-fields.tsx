import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '#base/shared/formats.ts';
import { currencyDigits, formatMoney } from '#base/shared/money.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import type { Draft } from '#ui/fields/use-draft.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { MAX_TIERS } from '../rules.ts';
import { commissionKinds, type Tier, touches } from '../schema.ts';
import type { Values } from './programme-draft.ts';

type FieldsProps = { draft: Draft<Values>; currency: string };
const MAX_SUM = 1_000_000_000;

/** A sum in whole units of the currency, which is typed with its cents. */
function SumField({
  label,
  description,
  currency,
  value,
  onChange,
  errorMessage,
}: {
  label: string;
  description?: string;
  currency: string;
  value: number;
  onChange: (sum: number) => void;
  errorMessage?: string | undefined;
}) {
  const { locale } = useLocale();
  const digits = currencyDigits(currency);
  return (
    <NumberField
      label={label}
      description={description}
      errorMessage={errorMessage}
      suffix={currency}
      digits={digits}
      fallback={0}
      maxValue={MAX_SUM * 10 ** digits}
      format={(scaled) => formatMoney(scaled, currency, locale)}
      value={Math.round(value * 10 ** digits)}
      onChange={(scaled) => onChange((scaled ?? 0) / 10 ** digits)}
    />
  );
}

function PercentField({
  label,
  value,
  onChange,
  errorMessage,
}: {
  label: string;
  value: number;
  onChange: (percent: number) => void;
  errorMessage?: string | undefined;
}) {
  const { locale } = useLocale();
  return (
    <NumberField
      label={label}
      errorMessage={errorMessage}
      suffix="%"
      digits={2}
      fallback={0}
      maxValue={10_000}
      format={(scaled) => formatPercent(scaled / 100, locale)}
      value={Math.round(value * 100)}
      onChange={(scaled) => onChange((scaled ?? 0) / 100)}
    />
  );
}

/** How much a sale earns, and whether renewals do. */
export function CommissionFields({ draft, currency }: FieldsProps) {
  const { t } = useTranslation('affiliates');
  const { commission, rate, renewals } = draft.values;
  return (
    <>
      <RadioGroup
        label={t('programme.commission')}
        value={commission}
        onChange={(kind) => draft.set('commission', kind as Values['commission'])}
        options={commissionKinds.map((kind) => ({ id: kind, label: t(`programme.${kind}`) }))}
      />
      {commission === 'percent' ? (
        <PercentField
          label={t('programme.rate')}
          value={rate}
          onChange={(value) => draft.set('rate', value)}
          errorMessage={draft.errors.rate}
        />
      ) : null}
      {commission === 'flat' ? (
        <SumField
          label={t('programme.sum', { currency })}
          currency={currency}
          value={rate}
          onChange={(value) => draft.set('rate', value)}
          errorMessage={draft.errors.rate}
        />
      ) : null}
      {commission === 'tiered' ? (
        <TierFields
          value={draft.values.tiers}
          onChange={(tiers) => draft.set('tiers', tiers)}
          problem={draft.errors.tiers}
        />
      ) : null}
      <RadioGroup
        label={t('programme.renewals')}
        value={renewals}
        onChange={(choice) => draft.set('renewals', choice as Values['renewals'])}
        options={(['none', 'first', 'each'] as const).map((choice) => ({
          id: choice,
          label: t(`programme.renewal.${choice}`),
        }))}
      />
      {renewals === 'first' ? (
        <NumberField
          label={t('programme.renewalCount')}
          minValue={1}
          maxValue={1_000}
          fallback={1}
          {...draft.field('renewal_count')}
        />
      ) : null}
    </>
  );
}

function TierFields({
  value,
  onChange,
  problem,
}: {
  value: readonly Tier[];
  onChange: (tiers: Tier[]) => void;
  problem: string | undefined;
}) {
  const { t } = useTranslation('affiliates');
  const change = (at: number, tier: Partial<Tier>) =>
    onChange(value.map((one, place) => (place === at ? { ...one, ...tier } : one)));
  const last = value.at(-1);
  return (
    <div className="grid gap-3">
      {value.map((tier, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
        <div key={at} className="flex items-end gap-2">
          <div className="form-cols flex-1">
            <NumberField
              label={`${at + 1}. ${t('programme.after')}`}
              maxValue={1_000_000}
              fallback={0}
              isDisabled={at === 0}
              value={tier.after}
              onChange={(after) => change(at, { after: after ?? 0 })}
            />
            <PercentField
              label={`${at + 1}. ${t('programme.rate')}`}
              value={tier.percent}
              onChange={(percent) => change(at, { percent })}
            />
          </div>
          {at > 0 ? (
            <IconButton
              icon={X}
              label={`${t('programme.removeTier')} ${at + 1}`}
              onPress={() => onChange(value.filter((_, place) => place !== at))}
            />
          ) : null}
        </div>
      ))}
      {problem ? <p className="field-error">{problem}</p> : null}
      {value.length < MAX_TIERS ? (
        <div>
          <Button
            size="sm"
            icon={Plus}
            onPress={() => onChange([...value, { after: (last?.after ?? 0) + 10, percent: last?.percent ?? 10 }])}
          >
            {t('programme.addTier')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** For how long a link counts, and whose does. */
export function AttributionFields({ draft }: { draft: Draft<Values> }) {
  const { t } = useTranslation('affiliates');
  return (
    <>
      <NumberField
        label={t('programme.window')}
        description={t('programme.windowHelp')}
        minValue={1}
        maxValue={365}
        fallback={30}
        {...draft.field('window_days')}
      />
      <RadioGroup
        label={t('programme.touch')}
        description={t('programme.touchHelp')}
        value={draft.values.touch}
        onChange={(touch) => draft.set('touch', touch as Values['touch'])}
        options={touches.map((touch) => ({ id: touch, label: t(`programme.touches.${touch}`) }))}
      />
    </>
  );
}

/** From when and from how much on a commission is paid. */
export function PayoutFields({ draft, currency }: FieldsProps) {
  const { t } = useTranslation('affiliates');
  return (
    <div className="form-cols">
      <NumberField
        label={t('programme.hold')}
        description={t('programme.holdHelp')}
        maxValue={365}
        fallback={0}
        {...draft.field('hold_days')}
      />
      <SumField
        label={t('programme.minimum')}
        currency={currency}
        value={draft.values.minimum_payout}
        onChange={(sum) => draft.set('minimum_payout', sum)}
      />
    </div>
  );
}
