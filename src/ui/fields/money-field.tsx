import { currencyDigits, formatMoney } from '#base/shared/money.ts';
import { useLocale } from '../layout/locale.ts';
import { NumberField, type NumberFieldProps } from './number-field.tsx';

export type MoneyFieldProps = Omit<
  NumberFieldProps,
  'digits' | 'format' | 'suffix' | 'fallback' | 'value' | 'onChange'
> & {
  /** ISO 4217 code. Values are in its smallest unit (cents, yen), so that no sum is ever a fraction. */
  currency: string;
  value: number | null;
  onChange: (minor: number | null) => void;
};

/** A sum of money, typed in whole units and handed over in the smallest. */
export function MoneyField({ currency, ...rest }: MoneyFieldProps) {
  const { locale } = useLocale();
  return (
    <NumberField
      {...rest}
      digits={currencyDigits(currency)}
      format={(minor) => formatMoney(minor, currency, locale)}
      suffix={currency}
    />
  );
}
