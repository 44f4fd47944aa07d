import { useTranslation } from 'react-i18next';
import { localTimeIn, utcTimeOf } from '#base/shared/wall-clock.ts';
import { DatePicker } from '#ui/fields/date-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { ComboBox, Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import type { Condition } from '../schema.ts';

type Choice = { id: string; title: string };

/** What conditions can name; `graded` are the lessons with a result. */
export type PartChoices = {
  lessons: readonly Choice[];
  graded: readonly Choice[];
  courses: readonly Choice[];
  groups: readonly Choice[];
  products: readonly Choice[];
  /** Levels of points; none where none are earned. */
  levels: readonly Choice[];
  /** The time zone that dates are chosen in. */
  zone: string;
};

type FieldsProps<Kind extends Condition['kind']> = {
  condition: Extract<Condition, { kind: Kind }>;
  onChange: (condition: Condition) => void;
  choices: PartChoices;
};

/** What is chosen of a condition: its date, its days, or what it names. */
export function ConditionFields({ condition, onChange, choices }: FieldsProps<Condition['kind']>) {
  switch (condition.kind) {
    case 'from':
    case 'until':
      return <MomentField condition={condition} onChange={onChange} choices={choices} />;
    case 'days':
      return <DaysFields condition={condition} onChange={onChange} choices={choices} />;
    case 'grade':
      return <GradeFields condition={condition} onChange={onChange} choices={choices} />;
    case 'lesson':
      return (
        <NamedField
          kind="lesson"
          options={choices.lessons}
          value={condition.lesson}
          onChange={(lesson) => onChange({ kind: 'lesson', lesson })}
        />
      );
    case 'course':
      return (
        <NamedField
          kind="course"
          options={choices.courses}
          value={condition.course}
          onChange={(course) => onChange({ kind: 'course', course })}
        />
      );
    case 'group':
      return (
        <NamedField
          kind="group"
          options={choices.groups}
          value={condition.group}
          onChange={(group) => onChange({ kind: 'group', group })}
        />
      );
    case 'product':
      return (
        <NamedField
          kind="product"
          options={choices.products}
          value={condition.product}
          onChange={(product) => onChange({ kind: 'product', product })}
        />
      );
    case 'level':
      return (
        <NamedField
          kind="level"
          options={choices.levels}
          value={condition.level}
          onChange={(level) => onChange({ kind: 'level', level })}
        />
      );
  }
}

function MomentField({ condition, onChange, choices: { zone } }: FieldsProps<'from' | 'until'>) {
  const { t } = useTranslation('courses');
  return (
    <DatePicker
      hasTime
      label={t('availability.date')}
      description={t('availability.zone', { zone })}
      value={localTimeIn(zone, condition.at || null)}
      onChange={(wall) => onChange({ kind: condition.kind, at: utcTimeOf(zone, wall) ?? '' })}
    />
  );
}

function DaysFields({ condition, onChange }: FieldsProps<'days'>) {
  const { t } = useTranslation('courses');
  return (
    <div className="grid grid-cols-2 gap-3">
      <NumberField
        label={t('availability.days')}
        maxValue={3650}
        fallback={0}
        value={condition.days}
        onChange={(days) => onChange({ ...condition, days: days ?? 0 })}
      />
      <TextField
        type="time"
        label={t('availability.time')}
        value={condition.time}
        onChange={(time) => onChange({ ...condition, time: time.slice(0, 5) })}
      />
      <p className="help col-span-2">{t('availability.daysHelp')}</p>
    </div>
  );
}

function GradeFields({ condition, onChange, choices }: FieldsProps<'grade'>) {
  const { t } = useTranslation('courses');
  const isBelow = condition.below !== undefined;
  const percent = condition.min ?? condition.below ?? 0;
  const withLimit = (below: boolean, value: number) =>
    onChange({ kind: 'grade', lesson: condition.lesson, ...(below ? { below: value } : { min: value }) });
  return (
    <div className="grid gap-3">
      <NamedField
        kind="grade"
        options={choices.graded}
        value={condition.lesson}
        onChange={(lesson) => onChange({ ...condition, lesson })}
      />
      <div className="grid grid-cols-2 gap-3">
        <Select
          label={t('availability.limit')}
          value={isBelow ? 'below' : 'min'}
          onChange={(id) => withLimit(id === 'below', percent)}
          options={[
            { id: 'min', label: t('availability.atLeast') },
            { id: 'below', label: t('availability.below') },
          ]}
        />
        <NumberField
          label={t('availability.percent')}
          maxValue={100}
          suffix="%"
          fallback={0}
          value={percent}
          onChange={(value) => withLimit(isBelow, value ?? 0)}
        />
      </div>
    </div>
  );
}

type NamedProps = {
  kind: 'lesson' | 'grade' | 'course' | 'group' | 'product' | 'level';
  options: readonly Choice[];
  value: string;
  onChange: (id: string) => void;
};

function NamedField({ kind, options, value, onChange }: NamedProps) {
  const { t } = useTranslation('courses');
  return (
    <ComboBox
      label={t(`availability.named.${kind}`)}
      options={options.map(({ id, title }) => ({ id, label: title }))}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}
