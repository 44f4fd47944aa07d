import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { type Criterion, freeId, type Level, MAX_CRITERIA, MAX_LEVELS } from '../rules.ts';
import type { Parts } from './field-parts.ts';

/** Criteria with their levels; without one, the grader enters points. */
export function RubricEditor({ values, errors, set }: Parts) {
  const { t } = useTranslation('assignments');
  const { rubric } = values;
  const replace = (index: number, criterion: Criterion | null) =>
    set(
      'rubric',
      rubric.flatMap((one, at) => (at === index ? (criterion ? [criterion] : []) : [one])),
    );
  function add() {
    const level = (id: string, key: string, points: number): Level => ({ id, title: t(`edit.levels.${key}`), points });
    const levels = [level('l1', 'full', 10), level('l2', 'part', 5), level('l3', 'none', 0)];
    set('rubric', [...rubric, { id: freeId('c', rubric), title: '', levels }]);
  }
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-sm font-semibold">{t('edit.names.rubric')}</legend>
      <p className="help">{t('edit.rubricHelp')}</p>
      {rubric.map((criterion, index) => (
        <CriterionFields
          key={criterion.id}
          number={index + 1}
          criterion={criterion}
          onChange={(next) => replace(index, next)}
        />
      ))}
      {errors.rubric && (
        <p role="alert" className="field-error">
          {errors.rubric}
        </p>
      )}
      <div>
        <Button icon={Plus} size="sm" isDisabled={rubric.length >= MAX_CRITERIA} onPress={add}>
          {t('edit.addCriterion')}
        </Button>
      </div>
    </fieldset>
  );
}

type CriterionProps = {
  number: number;
  criterion: Criterion;
  onChange: (criterion: Criterion | null) => void;
};

function CriterionFields({ number, criterion, onChange }: CriterionProps) {
  const { t } = useTranslation('assignments');
  const { levels } = criterion;
  const setLevels = (next: Level[]) => onChange({ ...criterion, levels: next });
  return (
    <div className="grid gap-3 border-s-2 border-line ps-4">
      <div className="flex items-end gap-2">
        <TextField
          label={t('edit.criterion', { number })}
          className="flex-1"
          maxLength={200}
          dir="auto"
          value={criterion.title}
          onChange={(title) => onChange({ ...criterion, title })}
        />
        <IconButton icon={Trash2} label={t('edit.removeCriterion', { number })} onPress={() => onChange(null)} />
      </div>
      {levels.map((level, index) => (
        <LevelFields
          key={level.id}
          number={index + 1}
          level={level}
          canRemove={levels.length > 1}
          onChange={(next) => setLevels(levels.flatMap((one, at) => (at === index ? (next ? [next] : []) : [one])))}
        />
      ))}
      <div>
        <Button
          icon={Plus}
          size="sm"
          variant="quiet"
          isDisabled={levels.length >= MAX_LEVELS}
          onPress={() => setLevels([...levels, { id: freeId('l', levels), title: '', points: 0 }])}
        >
          {t('edit.addLevel')}
        </Button>
      </div>
    </div>
  );
}

type LevelProps = { number: number; level: Level; canRemove: boolean; onChange: (level: Level | null) => void };

function LevelFields({ number, level, canRemove, onChange }: LevelProps) {
  const { t } = useTranslation('assignments');
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        label={t('edit.level', { number })}
        className="min-w-40 flex-1"
        maxLength={200}
        dir="auto"
        value={level.title}
        onChange={(title) => onChange({ ...level, title })}
      />
      <NumberField
        label={t('edit.levelPoints', { number })}
        maxValue={1000}
        fallback={0}
        className="w-28"
        value={level.points}
        onChange={(points) => onChange({ ...level, points })}
      />
      <IconButton
        icon={Trash2}
        isDisabled={!canRemove}
        label={t('edit.removeLevel', { number })}
        onPress={() => onChange(null)}
      />
    </div>
  );
}
