import { currencyDigits, formatMoney, withoutCurrency } from '#base/shared/money.ts';
import { useLocale } from '../layout/locale.ts';
import { NumberField, type NumberFieldProps } from './number-field.tsx';

export type MoneyFieldProps = Omit<
  NumberFieldProps,
  'digits' | 'format' | 'strip' | 'suffix' | 'fallback' | 'value' | 'onChange'
> & {
  /** ISO 4217 code. Values are integers in its smallest unit (cents, yen). */
  currency: string;
  value: number | null;
  onChange: (minor: number | null) => void;
};

/** An amount of money, typed in major units; its value is in the smallest unit. */
export function MoneyField({ currency, ...rest }: MoneyFieldProps) {
  const { locale } = useLocale();
  return (
    <NumberField
      {...rest}
      digits={currencyDigits(currency)}
      format={(minor) => formatMoney(minor, currency, locale)}
      strip={(typed) => withoutCurrency(typed, currency, locale)}
      suffix={currency}
    />
  );
}
