import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '#base/shared/formats.ts';
import { parseNumber } from '#base/shared/parse-number.ts';
import { UNPARSED } from '#ui/display/unparsed-number.ts';
import { TextField, type TextFieldProps } from '#ui/fields/text-field.tsx';
import { useLocale } from '#ui/layout/locale.ts';

const MAX_DECIMALS = 9;
const MINUS = /^\s*[-−–]/;
/** A single mark that is not followed by three digits is the decimal one in every language: 10,5 or 10.5. */
const ONE_MARK = /^(\s*\d*)[.,](\d{1,2}|\d{4,})(\s*)$/;
const EXPONENT = /^(.+?)\s*(?:[eE]|[x×*·]\s*10\s*\^)\s*([-−+]?\d{1,2})\s*$/;

type Parsed = { value: number | null; problem?: 'letters' | 'large' | 'unclear'; example?: string };

/** Any decimal number in the reader's notation, with a sign and a power of ten. */
export function parseDecimal(typed: string, locale: string): Parsed {
  const power = EXPONENT.exec(typed);
  const mantissa = (power?.[1] ?? typed).replace(MINUS, '').replace(ONE_MARK, '$1٫$2$3');
  let unclear: Parsed = { value: null, problem: 'unclear', example: '1.5' };
  for (let digits = 0; digits <= MAX_DECIMALS; digits++) {
    const parsed = parseNumber(mantissa, locale, digits);
    if (parsed.kind === 'empty') return typed.trim() === '' ? { value: null } : { value: null, problem: 'letters' };
    if (parsed.kind === 'letters' || parsed.kind === 'large') return { value: null, problem: parsed.kind };
    if (parsed.kind === 'number') {
      const exponent = Number((power?.[2] ?? '0').replace('−', '-'));
      // By its text, so that 0.3 is 0.3.
      const value = Number(`${MINUS.test(typed) ? '-' : ''}${parsed.scaled}e${exponent - digits}`);
      return Math.abs(value) < 1e15 ? { value } : { value: null, problem: 'large' };
    }
    if ('example' in parsed) unclear = { value: null, problem: 'unclear', example: parsed.example };
  }
  return unclear;
}

type DecimalFieldProps = Omit<TextFieldProps, 'value' | 'onChange'> & {
  value: number | null;
  onChange: (value: number | null) => void;
};

/** A field for any decimal number; what can't be read is null, and said once the field is left. */
export function DecimalField({ value, onChange, description, errorMessage, ...rest }: DecimalFieldProps) {
  const { t } = useTranslation('ui');
  const { locale } = useLocale();
  const format = (number: number | null) =>
    number === null ? '' : numberFormat(locale, { maximumSignificantDigits: 15, useGrouping: false }).format(number);
  const [typed, setTyped] = useState({ text: format(value), value, isLeft: true });
  // Another record, or a discarded draft: reset the text.
  const now = typed.value === value ? typed : { text: format(value), value, isLeft: true };
  const parsed = parseDecimal(now.text, locale);
  const problem =
    parsed.problem && now.isLeft
      ? t(`number.${parsed.problem}`, { example: parsed.example ?? format(1.5), min: format(0), max: format(1e15) })
      : undefined;
  return (
    <TextField
      {...rest}
      inputMode="text"
      autoComplete="off"
      maxLength={40}
      dir="ltr"
      value={now.text}
      errorMessage={problem ?? errorMessage}
      description={
        !now.isLeft && parsed.value !== null && now.text !== format(parsed.value)
          ? t('number.understood', { value: format(parsed.value) })
          : description
      }
      {...{ [UNPARSED]: parsed.problem ? '' : undefined }}
      onChange={(text) => {
        const next = parseDecimal(text, locale).value;
        setTyped({ text, value: next, isLeft: false });
        if (next !== value) onChange(next);
      }}
      onBlur={() => setTyped({ ...now, isLeft: true })}
    />
  );
}
