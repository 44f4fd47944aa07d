import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '#base/shared/formats.ts';
import { parseNumber } from '#base/shared/parse-number.ts';
import { UNPARSED } from '#ui/display/unparsed-number.ts';
import { TextField, type TextFieldProps } from '#ui/fields/text-field.tsx';
import { useLocale } from '#ui/layout/locale.ts';

const MAX_DECIMALS = 9;
const MINUS = /^\s*[-−–]/;
const EXPONENT = /^(.+?)\s*(?:[eE]|[x×*·]\s*10\s*\^)\s*([-−+]?\d{1,2})\s*$/;

type Parsed = { value: number | null; problem?: 'letters' | 'large' | 'small' | 'unclear'; example?: string };

/** Any decimal number in the reader's notation, with a sign and a power of ten. */
export function parseDecimal(typed: string, locale: string): Parsed {
  const power = EXPONENT.exec(typed);
  const mantissa = (power?.[1] ?? typed).replace(MINUS, '');
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
  const other = inOtherNotation(mantissa);
  return other === undefined ? unclear : parseDecimal(typed.replace(mantissa, other), locale);
}

/**
 * A number in the notation of another language, with a decimal mark that every language reads: 10,5 and 1.234,56 can
 * only mean one number. 10,500 can mean two, and stays as it is typed.
 */
function inOtherNotation(mantissa: string): string | undefined {
  const text = mantissa.trim().normalize('NFKC').replace(/،/g, ',');
  const [, whole = '', fraction = ''] = /^(\p{Nd}+)[.,](\p{Nd}+)$/u.exec(text) ?? [];
  if (whole !== '') {
    const canBeThousands = !/^0/.test(whole) && whole.length <= 3 && fraction.length === 3;
    return canBeThousands ? undefined : `${whole}٫${fraction}`;
  }
  const [, grouped, decimals] =
    /^([1-9]\d{0,2}(?:\.\d{3})+),(\d+)$/.exec(text) ?? /^([1-9]\d{0,2}(?:,\d{3})+)\.(\d+)$/.exec(text) ?? [];
  return grouped && `${grouped.replace(/[.,]/g, '')}٫${decimals}`;
}

/** Below the least value it is refused like a text that is no number. */
function within(parsed: Parsed, minValue: number): Parsed {
  return parsed.value !== null && parsed.value < minValue ? { value: null, problem: 'small' } : parsed;
}

/** What was typed and refused, by what it was typed for: it is there again when a question is seen again. */
const refusedTexts = new WeakMap<object, string>();

type DecimalFieldProps = Omit<TextFieldProps, 'value' | 'onChange'> & {
  value: number | null;
  onChange: (value: number | null) => void;
  minValue?: number;
  /** The value where the field is empty or can't be read; null by default. */
  fallback?: number;
  /** What a refused text is kept for while other things are shown. */
  refusedFor?: object;
};

/** No number is null or NaN, as the form around it has it. */
const isSame = (a: number | null, b: number | null) => Object.is(a ?? Number.NaN, b ?? Number.NaN);

/** A field for any decimal number; what can't be read stays as it was typed, and is said once the field is left. */
export function DecimalField({
  value,
  onChange,
  minValue = -1e15,
  fallback,
  refusedFor,
  description,
  errorMessage,
  ...rest
}: DecimalFieldProps) {
  const { t } = useTranslation('ui');
  const { locale } = useLocale();
  const format = (number: number | null) =>
    number === null || Number.isNaN(number)
      ? ''
      : numberFormat(locale, { maximumSignificantDigits: 15, useGrouping: false }).format(number);
  const [typed, setTyped] = useState(() => {
    const refused = value === null && refusedFor ? refusedTexts.get(refusedFor) : undefined;
    return { text: refused ?? format(value), value, isLeft: true };
  });
  // Another record, or a discarded draft: reset the text.
  const now = isSame(typed.value, value) ? typed : { text: format(value), value, isLeft: true };
  const readOf = (text: string) => within(parseDecimal(text, locale), minValue);
  const parsed = readOf(now.text);
  const problem =
    parsed.problem && now.isLeft
      ? t(`number.${parsed.problem}`, {
          example: parsed.example ?? format(1.5),
          min: format(minValue),
          max: format(1e15),
        })
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
        parsed.value !== null && now.text !== format(parsed.value)
          ? t('number.understood', { value: format(parsed.value) })
          : description
      }
      {...{ [UNPARSED]: parsed.problem ? '' : undefined }}
      onChange={(text) => {
        const { value: read, problem: refusal } = readOf(text);
        const next = read ?? fallback ?? null;
        if (refusedFor && refusal) refusedTexts.set(refusedFor, text);
        else if (refusedFor) refusedTexts.delete(refusedFor);
        setTyped({ text, value: next, isLeft: false });
        if (!isSame(next, value)) onChange(next);
      }}
      onBlur={() => setTyped({ ...now, isLeft: true })}
    />
  );
}
