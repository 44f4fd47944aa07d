import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useRemovalFocus } from '../../components/use-removal-focus.ts';
import { freeOptionId, keyAs, MAX_OPTIONS } from '../../rules.ts';
import type { NumericAnswer, NumericKey } from '../rules.ts';
import { DecimalField } from './decimal-field.tsx';
import type { TypeFormProps, TypeViewProps } from './type-props.ts';

const blankKey: NumericKey = { value: null, tolerance: 0, is_percent: false, factors: {} };

/** The right number with its tolerance, and the units it may be given in. */
export function NumericForm({ question, error, onChange }: TypeFormProps) {
  const { t } = useTranslation('quizzes');
  const key = keyAs('numeric', question) ?? blankKey;
  const change = (next: Partial<NumericKey>) => onChange({ ...question, answer: { ...key, ...next } });
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <DecimalField
          label={t('form.number')}
          value={key.value}
          errorMessage={error('number')}
          onChange={(value) => change({ value })}
        />
        <DecimalField
          label={t('form.tolerance')}
          suffix={key.is_percent ? '%' : undefined}
          minValue={0}
          fallback={0}
          value={key.tolerance}
          onChange={(tolerance) => change({ tolerance: tolerance ?? 0 })}
        />
      </div>
      <Switch isSelected={key.is_percent} onChange={(is_percent) => change({ is_percent })}>
        {t('form.toleranceIsPercent')}
      </Switch>
      <Units question={question} error={error} onChange={onChange} />
    </div>
  );
}

/** The units that a number may be answered in. */
export function Units({ question, error, onChange }: TypeFormProps) {
  const { t } = useTranslation('quizzes');
  const key = keyAs('numeric', question) ?? keyAs('calculated', question) ?? blankKey;
  const { options } = question;
  const { list, remove } = useRemovalFocus<HTMLFieldSetElement>();
  const setFactor = (id: string, factor: number | null) =>
    onChange({ ...question, answer: { ...key, factors: { ...key.factors, [id]: factor } } });
  const rename = (id: string, text: string) =>
    onChange({ ...question, options: options.map((unit) => (unit.id === id ? { id, text } : unit)) });
  function add() {
    const id = freeOptionId(options);
    const factors = { ...key.factors, [id]: options.length === 0 ? 1 : null };
    onChange({ ...question, options: [...options, { id, text: '' }], answer: { ...key, factors } });
  }
  return (
    <fieldset ref={list} className="grid gap-2">
      <legend className="field-label mb-1">{t('form.units')}</legend>
      <p className="help">{t('form.unitsHelp')}</p>
      {options.map(({ id, text }, at) => (
        <div key={id} className="flex items-end gap-2">
          <TextField
            label={t('form.unit', { number: at + 1 })}
            value={text}
            maxLength={40}
            className="flex-1"
            onChange={(next) => rename(id, next)}
          />
          <DecimalField
            label={t('form.factor', { number: at + 1 })}
            value={key.factors[id] ?? null}
            className="flex-1"
            onChange={(factor) => setFactor(id, factor)}
          />
          <IconButton
            data-remove
            label={t('form.remove', { name: t('form.unit', { number: at + 1 }) })}
            icon={X}
            size="sm"
            onPress={() =>
              remove(at, () => onChange({ ...question, options: options.filter((unit) => unit.id !== id) }))
            }
          />
        </div>
      ))}
      {error('unit') && (
        <p role="alert" className="field-error">
          {error('unit')}
        </p>
      )}
      <div>
        <Button variant="quiet" size="sm" icon={Plus} isDisabled={options.length >= MAX_OPTIONS} onPress={add}>
          {t('form.addUnit')}
        </Button>
      </div>
    </fieldset>
  );
}

/** A number; where the question has several units, one of them is chosen. */
export function NumericView({ question, answer, isDisabled, onType }: TypeViewProps) {
  const { t } = useTranslation('quizzes');
  const current = isNumericAnswer(answer) ? answer : null;
  const { options } = question;
  const only = options.length === 1 ? options[0] : undefined;
  const unit = current?.unit ?? only?.id ?? null;
  return (
    <div className="flex max-w-prose flex-wrap items-end gap-3">
      <DecimalField
        label={t('question.yourAnswer')}
        value={current?.value ?? null}
        suffix={only?.text}
        refusedFor={question}
        isDisabled={isDisabled}
        className="min-w-40 flex-1"
        onChange={(value) => onType(value === null ? null : { value, unit })}
      />
      {options.length > 1 && (
        <Select
          label={t('question.unit')}
          value={current?.unit ?? null}
          options={options.map(({ id, text }) => ({ id, label: text }))}
          isDisabled={isDisabled || current === null}
          onChange={(id) => current && onType({ ...current, unit: id })}
        />
      )}
    </div>
  );
}

export function isNumericAnswer(answer: unknown): answer is NumericAnswer {
  return typeof answer === 'object' && answer !== null && 'value' in answer;
}
