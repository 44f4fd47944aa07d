import { Minus, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { TextField as Base, Button, Group, Input, type TextFieldProps } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { formatNumberInput, type ParsedNumber, parseNumber } from '#base/shared/parse-number.ts';
import { UNPARSED } from '../display/unparsed-number.ts';
import { classNames } from '../layout/class-names.ts';
import { useLocale } from '../layout/locale.ts';
import { ErrorMark, FieldFoot, FieldLabel, type FieldTexts } from './field-parts.tsx';

type KeyboardEvent = Parameters<NonNullable<TextFieldProps['onKeyDown']>>[0];

/** The value of an empty field: `null`, or, after blur, the number in `fallback`. */
type EmptyField =
  | { fallback?: undefined; value: number | null; onChange: (scaled: number | null) => void }
  | { fallback: number; value: number; onChange: (scaled: number) => void };

export type NumberFieldProps = FieldTexts &
  EmptyField & {
    /** Maximum number of decimals. Values are integers of the smallest part: 1250 is 12.50 with two. */
    digits?: number;
    onBlur?: () => void;
    minValue?: number;
    maxValue?: number;
    /** Formats the parsed number for the hint; default: the reader's notation. */
    format?: (scaled: number) => string;
    /** Removes what may be typed around the number and means nothing more, such as the sign of a currency. */
    strip?: (typed: string) => string;
    /** Step buttons: for small counts. */
    hasSteps?: boolean;
    name?: string;
    suffix?: ReactNode;
    isRequired?: boolean;
    isDisabled?: boolean;
    className?: string;
  };

const LARGEST = 1e12;

/**
 * A non-negative number, typed in the reader's own notation. The hint shows the parsed number; ambiguous input is
 * rejected with a valid example (decision 037). Unparsable input is NaN where the field may be empty, otherwise
 * `onChange` is not called; forms are not submitted with it (`unread-number.ts`).
 */
export function NumberField(props: NumberFieldProps) {
  const { description, errorMessage, digits = 0, hasSteps, suffix } = props;
  const { text, isWrong, problem, understood, take, leave, showProblem, step } = useNumberText(props);
  const message = problem ?? errorMessage;
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') showProblem();
    // React Aria stops the propagation of keys: Escape should close the panel around the field.
    if (!hasSteps || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return event.continuePropagation();
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1);
  }
  return (
    <Base
      validationBehavior="aria"
      name={props.name}
      isRequired={props.isRequired}
      isDisabled={props.isDisabled}
      value={text}
      isInvalid={message ? true : undefined}
      className={classNames('field', props.className)}
      onChange={(next) => take(next)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        leave();
        props.onBlur?.();
      }}
    >
      <FieldLabel label={props.label} isOptional={props.isOptional} />
      <Group className="input num">
        <Input
          inputMode={digits === 0 ? 'numeric' : 'decimal'}
          autoComplete="off"
          maxLength={40}
          {...{ [UNPARSED]: isWrong ? '' : undefined }}
        />
        {suffix && <span className="input-affix">{suffix}</span>}
        {message && <ErrorMark />}
        {hasSteps && <Steps isDisabled={props.isDisabled} onStep={step} />}
      </Group>
      <FieldFoot
        description={understood ? <Understood description={description} text={understood} /> : description}
        errorMessage={message}
      />
    </Base>
  );
}

/** The text of the field, the number it is read as, and what is wrong with it. */
function useNumberText({
  errorMessage,
  digits = 0,
  value,
  fallback,
  onChange,
  minValue = 0,
  maxValue = LARGEST,
  format,
  strip,
}: NumberFieldProps) {
  const { t } = useTranslation('ui');
  const { locale } = useLocale();
  const formatted = (scaled: number | null) =>
    scaled === null || Number.isNaN(scaled) ? '' : formatNumberInput(scaled / 10 ** digits, locale, digits);
  const [typed, setTyped] = useState({ text: formatted(value), value, isEdited: false, isLeft: false });
  // Another record, or a discarded draft: reset the text.
  const now = Object.is(typed.value, value) ? typed : { text: formatted(value), value, isEdited: false, isLeft: false };
  const readOf = (text: string) => within(parseNumber(strip?.(text) ?? text, locale, digits), minValue, maxValue);
  const parsed = readOf(now.text);
  const words = (scaled: number) => format?.(scaled) ?? formatted(scaled);
  // Incomplete input is no error while it is being typed.
  const isWrong = parsed.kind !== 'number' && parsed.kind !== 'empty';
  const problem =
    isWrong && (now.isLeft || Boolean(errorMessage))
      ? t(`number.${parsed.kind}`, {
          example: formatted(Math.min(digits === 0 ? minValue || 12 : 49.5 * 10 ** digits, maxValue)),
          min: words(minValue),
          max: words(maxValue),
          ...parsed,
        })
      : undefined;

  function take(text: string, isLeft = false) {
    const next = emittedValue(readOf(text), value, fallback, isLeft);
    setTyped({ text, value: next, isEdited: !isLeft, isLeft });
    // A field without `null` has a number here.
    if (!Object.is(next, value)) onChange(next as number);
  }
  function step(by: 1 | -1) {
    const from = parsed.kind === 'number' ? parsed.scaled : (value ?? minValue);
    const next = Math.min(maxValue, Math.max(minValue, (Number.isNaN(from) ? minValue : from) + by));
    take(formatted(next));
  }
  function leave() {
    if (parsed.kind === 'empty' && fallback !== undefined) take(formatted(fallback), true);
    else setTyped({ ...now, text: parsed.kind === 'number' ? formatted(parsed.scaled) : now.text, isLeft: true });
  }
  return {
    text: now.text,
    isWrong,
    problem,
    understood:
      now.isEdited && parsed.kind === 'number' ? t('number.understood', { value: words(parsed.scaled) }) : null,
    take,
    leave,
    showProblem: () => setTyped({ ...now, isLeft: true }),
    step,
  };
}

/** The description, and below it the number the text is read as. */
function Understood({ description, text }: { description: ReactNode; text: string }) {
  return (
    <>
      {description && <span className="block">{description}</span>}
      <span className="block" aria-live="polite">
        {text}
      </span>
    </>
  );
}

function Steps({ isDisabled, onStep }: { isDisabled: boolean | undefined; onStep: (by: 1 | -1) => void }) {
  const { t } = useTranslation('ui');
  return (
    <span className="input-steps">
      <StepButton label={t('number.less')} isDisabled={isDisabled} onPress={() => onStep(-1)}>
        <Minus aria-hidden="true" />
      </StepButton>
      <StepButton label={t('number.more')} isDisabled={isDisabled} onPress={() => onStep(1)}>
        <Plus aria-hidden="true" />
      </StepButton>
    </span>
  );
}

function StepButton(props: { label: string; isDisabled?: boolean; onPress: () => void; children: ReactNode }) {
  return (
    // Keyboard users step by the arrow keys, in the field.
    <Button
      className="input-btn"
      excludeFromTabOrder
      aria-label={props.label}
      isDisabled={props.isDisabled}
      onPress={props.onPress}
    >
      {props.children}
    </Button>
  );
}

type Limited = ParsedNumber | { kind: 'small' };

function within(read: ParsedNumber, minValue: number, maxValue: number): Limited {
  if (read.kind !== 'number') return read;
  if (read.scaled > maxValue) return { kind: 'large' };
  return read.scaled < minValue ? { kind: 'small' } : read;
}

/** The value emitted for a text; a field that may not be empty keeps its number until the next valid one. */
function emittedValue(
  read: Limited,
  value: number | null,
  fallback: number | undefined,
  isLeft: boolean,
): number | null {
  if (read.kind === 'number') return read.scaled;
  if (fallback !== undefined) return isLeft ? fallback : value;
  return read.kind === 'empty' ? null : Number.NaN;
}
