import { type ReactNode, useState } from 'react';
import { TextField as Base, Group, Input } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { currencyDigits, formatMoney } from '#base/shared/money.ts';
import { formatTyped, readTypedNumber, type TypedNumber } from '#base/shared/typed-numbers.ts';
import { classNames } from './class-names.ts';
import { ErrorMark, FieldFoot, FieldLabel, type FieldWords } from './field-parts.tsx';
import { useLocale } from './locale.ts';

export type DecimalFieldProps = FieldWords & {
  /** How many digits may follow the decimal mark. Values are whole numbers of the smallest part: 1250 is 12.50 with two. */
  digits: number;
  /** `null` is empty. NaN, as it was handed over by `onChange`, is what could not be read: a form refuses to save it. */
  value: number | null;
  onChange: (scaled: number | null) => void;
  onBlur?: () => void;
  maxValue: number;
  /** How the number is shown once it was understood; in the reader's notation without it. */
  format?: (scaled: number) => string;
  name?: string;
  suffix?: ReactNode;
  isRequired?: boolean;
  isDisabled?: boolean;
  className?: string;
};

/**
 * A sum or a fraction, typed in the reader's own notation. Under the field stands what was understood; what could mean two
 * numbers is refused with the way to write it (decision 037).
 */
export function DecimalField({
  label,
  description,
  errorMessage,
  isOptional,
  digits,
  value,
  onChange,
  onBlur,
  maxValue,
  format,
  suffix,
  className,
  ...rest
}: DecimalFieldProps) {
  const { t } = useTranslation('ui');
  const { locale } = useLocale();
  const written = (scaled: number | null) =>
    scaled === null || Number.isNaN(scaled) ? '' : formatTyped(scaled / 10 ** digits, locale, digits);
  const [typed, setTyped] = useState({ text: written(value), value, isEdited: false, isLeft: false });
  // Another record, or a draft that was discarded: what was typed is gone with it.
  const now = Object.is(typed.value, value) ? typed : { text: written(value), value, isEdited: false, isLeft: false };
  const read = limited(readTypedNumber(now.text, locale, digits), maxValue);
  const words = (scaled: number) => format?.(scaled) ?? written(scaled);
  const problem = problemOf(
    read,
    now.isLeft || Boolean(errorMessage),
    t,
    written(Math.min(49.5 * 10 ** digits, maxValue)),
    words(maxValue),
  );
  const message = problem ?? errorMessage;
  const understood =
    now.isEdited && read.kind === 'number' ? t('number.understood', { value: words(read.scaled) }) : null;
  return (
    <Base
      validationBehavior="aria"
      {...rest}
      value={now.text}
      isInvalid={message ? true : undefined}
      className={classNames('field', className)}
      onChange={(text) => {
        const next = scaledOf(limited(readTypedNumber(text, locale, digits), maxValue));
        setTyped({ text, value: next, isEdited: true, isLeft: false });
        onChange(next);
      }}
      onBlur={() => {
        const text = read.kind === 'number' ? written(read.scaled) : now.text;
        setTyped({ ...now, text, isLeft: true });
        onBlur?.();
      }}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <Group className="input num">
        <Input inputMode="decimal" autoComplete="off" maxLength={40} />
        {suffix && <span className="input-affix">{suffix}</span>}
        {message && <ErrorMark />}
      </Group>
      <FieldFoot
        description={
          understood ? (
            <>
              {description && <span className="block">{description}</span>}
              <span className="block" aria-live="polite">
                {understood}
              </span>
            </>
          ) : (
            description
          )
        }
        errorMessage={message}
      />
    </Base>
  );
}

function limited(read: TypedNumber, maxValue: number): TypedNumber {
  return read.kind === 'number' && read.scaled > maxValue ? { kind: 'large' } : read;
}

function scaledOf(read: TypedNumber): number | null {
  if (read.kind === 'empty') return null;
  return read.kind === 'number' ? read.scaled : Number.NaN;
}

/** Why a text was not read, once its field was left: half a number is no mistake while it is being typed. */
function problemOf(
  read: TypedNumber,
  isLeft: boolean,
  t: (key: string, values: Record<string, unknown>) => string,
  example: string,
  max: string,
): string | undefined {
  if (!isLeft || read.kind === 'number' || read.kind === 'empty') return undefined;
  return t(`number.${read.kind}`, { example, max, ...read });
}

export type MoneyFieldProps = Omit<DecimalFieldProps, 'digits' | 'format' | 'suffix' | 'maxValue'> & {
  /** ISO 4217 code. Values are in its smallest unit (cents, yen), so that no sum is ever a fraction. */
  currency: string;
  maxValue?: number;
};

/** A sum of money, typed in whole units and handed over in the smallest. */
export function MoneyField({ currency, maxValue = 1e12, ...rest }: MoneyFieldProps) {
  const { locale } = useLocale();
  return (
    <DecimalField
      {...rest}
      digits={currencyDigits(currency)}
      maxValue={maxValue}
      format={(minor) => formatMoney(minor, currency, locale)}
      suffix={currency}
    />
  );
}
