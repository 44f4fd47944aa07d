import {
  type CalendarDate,
  type CalendarDateTime,
  type DateValue,
  parseDate,
  parseDateTime,
} from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import {
  DateField as BaseField,
  DatePicker as BasePicker,
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Popover,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { classNames } from '../layout/class-names.ts';
import { FieldFoot, FieldLabel, type FieldTexts } from './field-parts.tsx';

export type DateFieldProps = FieldTexts & {
  /** `2026-03-15`, or `2026-03-15T18:00` where `hasTime`: a local date without a zone. `null` is empty. */
  value?: string | null;
  defaultValue?: string;
  onChange?: (value: string | null) => void;
  onBlur?: () => void;
  name?: string;
  hasTime?: boolean;
  min?: string;
  max?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
  className?: string;
};

/** An invalid date is an empty field, not an exception. */
function readDate(
  text: string | null | undefined,
  hasTime: boolean | undefined,
): CalendarDate | CalendarDateTime | null {
  if (!text) return null;
  try {
    return hasTime ? parseDateTime(text) : parseDate(text.slice(0, 10));
  } catch {
    return null;
  }
}

function writeDate(value: DateValue | null, hasTime: boolean | undefined): string | null {
  return value ? value.toString().slice(0, hasTime ? 16 : 10) : null;
}

function baseProps({
  value,
  defaultValue,
  onChange,
  min,
  max,
  hasTime,
  ...rest
}: Omit<DateFieldProps, keyof FieldTexts | 'className'>) {
  return {
    ...rest,
    granularity: hasTime ? ('minute' as const) : ('day' as const),
    value: value === undefined ? undefined : readDate(value, hasTime),
    defaultValue: readDate(defaultValue, hasTime) ?? undefined,
    minValue: readDate(min, hasTime) ?? undefined,
    maxValue: readDate(max, hasTime) ?? undefined,
    onChange: (next: DateValue | null) => onChange?.(writeDate(next, hasTime)),
  };
}

function Segments() {
  return (
    <DateInput className="date-input">{(segment) => <DateSegment segment={segment} className="date-seg" />}</DateInput>
  );
}

/** A date typed in segments, in the reader's order: for dates one knows, such as a birthday. */
export function DateField({ label, description, errorMessage, isOptional, className, ...rest }: DateFieldProps) {
  return (
    <BaseField
      validationBehavior="aria"
      {...baseProps(rest)}
      isInvalid={errorMessage ? true : undefined}
      className={classNames('field', className)}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <Group className="input">
        <Segments />
      </Group>
      <FieldFoot description={description} errorMessage={errorMessage} />
    </BaseField>
  );
}

/** The same with a calendar: for dates one looks up. */
export function DatePicker({ label, description, errorMessage, isOptional, className, ...rest }: DateFieldProps) {
  const { t } = useTranslation('ui');
  return (
    <BasePicker
      validationBehavior="aria"
      {...baseProps(rest)}
      isInvalid={errorMessage ? true : undefined}
      className={classNames('field', className)}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <Group className="input">
        <Segments />
        <Button className="input-btn" aria-label={t('date.open')}>
          <CalendarDays aria-hidden="true" />
        </Button>
      </Group>
      <FieldFoot description={description} errorMessage={errorMessage} />
      {/* The dialog's id tells the picker that the focus is still within it: the field isn't validated before a day is chosen. */}
      <Popover className="pop" offset={4}>
        <Dialog>
          <Calendar className="cal">
            <div className="cal-head">
              <Button slot="previous" className="btn btn-quiet btn-icon">
                <ChevronLeft aria-hidden="true" className="flip" />
              </Button>
              <Heading />
              <Button slot="next" className="btn btn-quiet btn-icon">
                <ChevronRight aria-hidden="true" className="flip" />
              </Button>
            </div>
            <CalendarGrid>
              <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
              <CalendarGridBody>{(date) => <CalendarCell date={date} className="cal-day" />}</CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </BasePicker>
  );
}
