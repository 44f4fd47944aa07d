import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { NumberField as Base, type NumberFieldProps as BaseProps, Button, Group, Input } from 'react-aria-components';
import { currencyDigits } from '#base/shared/money.ts';
import { classNames } from './class-names.ts';
import { FieldFoot, FieldLabel, type FieldWords } from './field-parts.tsx';

export type NumberFieldProps = FieldWords &
  Omit<BaseProps, 'children' | 'className' | 'isInvalid'> & {
    suffix?: ReactNode;
    placeholder?: string;
    /** Buttons for one step up and down: for small counts. */
    hasSteps?: boolean;
    className?: string;
  };

/** A number in the reader's own notation; `null` and an empty field come as NaN from React Aria, and as `undefined` from useDraft. */
export function NumberField({
  label,
  description,
  errorMessage,
  isOptional,
  suffix,
  placeholder,
  hasSteps,
  className,
  ...rest
}: NumberFieldProps) {
  return (
    <Base
      validationBehavior="aria"
      {...rest}
      isInvalid={errorMessage ? true : undefined}
      className={classNames('field', className)}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <Group className="input num">
        <Input placeholder={placeholder} />
        {suffix && <span className="input-affix">{suffix}</span>}
        {hasSteps && (
          <span className="input-steps">
            <Button slot="decrement" className="input-btn">
              <Minus aria-hidden="true" />
            </Button>
            <Button slot="increment" className="input-btn">
              <Plus aria-hidden="true" />
            </Button>
          </span>
        )}
      </Group>
      <FieldFoot description={description} errorMessage={errorMessage} />
    </Base>
  );
}

export type MoneyFieldProps = Omit<
  NumberFieldProps,
  'value' | 'defaultValue' | 'onChange' | 'formatOptions' | 'step' | 'suffix' | 'hasSteps'
> & {
  /** ISO 4217 code. */
  currency: string;
  /** In the currency's smallest unit (cents, yen), so that no sum is ever a fraction. `null` is empty. */
  value?: number | null;
  defaultValue?: number;
  onChange?: (minor: number | null) => void;
};

/** A sum of money, typed and shown in whole units, handed over in the smallest. */
export function MoneyField({
  currency,
  value,
  defaultValue,
  onChange,
  minValue = 0,
  maxValue,
  ...rest
}: MoneyFieldProps) {
  const digits = currencyDigits(currency);
  const factor = 10 ** digits;
  return (
    <NumberField
      {...rest}
      minValue={minValue / factor}
      maxValue={maxValue === undefined ? undefined : maxValue / factor}
      value={value === undefined ? undefined : value === null ? Number.NaN : value / factor}
      defaultValue={defaultValue === undefined ? undefined : defaultValue / factor}
      onChange={(amount) => onChange?.(Number.isNaN(amount) ? null : Math.round(amount * factor))}
      formatOptions={{ minimumFractionDigits: digits, maximumFractionDigits: digits }}
      suffix={currency}
    />
  );
}
