import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Checkbox } from '#ui/fields/choice.tsx';
import { Select } from '#ui/fields/select.tsx';
import {
  asList,
  conditionKinds,
  countConditions,
  emptyCondition,
  MAX_CONDITIONS,
  partsOf,
  withParts,
} from '../rules.ts';
import type { Condition, ConditionKind, ConditionList, ConditionTree } from '../schema.ts';
import { ConditionFields, type PartChoices } from './condition-fields.tsx';

type ListProps = {
  list: ConditionList;
  onChange: (list: ConditionList) => void;
  choices: PartChoices;
  /** How many conditions the whole tree has. */
  total: number;
  /** 1 for the outermost list; one within it can hold conditions alone. */
  depth?: number;
};

/** A list of conditions, joined by "all of" or "any of"; within the outermost there can be further lists. */
export function ConditionEditor({ list, onChange, choices, total, depth = 1 }: ListProps) {
  const { t } = useTranslation('courses');
  const parts = partsOf(list);
  const change = (at: number, part: ConditionTree | null) =>
    onChange(
      withParts(
        list,
        parts.flatMap((existing, index) => (index === at ? (part ?? []) : existing)),
      ),
    );
  return (
    <div className="grid gap-4">
      {parts.length > 1 ? (
        <Select
          label={t('availability.joined')}
          value={'all' in list ? 'all' : 'any'}
          onChange={(id) => onChange(id === 'all' ? { all: parts } : { any: parts })}
          options={[
            { id: 'all', label: t('availability.allOf') },
            { id: 'any', label: t('availability.anyOf') },
          ]}
        />
      ) : null}
      <ol className="grid gap-4">
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no names of their own and keep their order
          <li key={at} className="rounded-(--radius-box) border border-line p-4">
            <PartEditor
              part={part}
              number={at + 1}
              onChange={(next) => change(at, next)}
              choices={choices}
              total={total}
              depth={depth}
            />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={Plus}
          isDisabled={total >= MAX_CONDITIONS}
          onPress={() => onChange(withParts(list, [...parts, emptyCondition('days')]))}
        >
          {t('availability.addCondition')}
        </Button>
        {depth === 1 && parts.length > 0 ? (
          <Button
            size="sm"
            variant="quiet"
            icon={Plus}
            isDisabled={total >= MAX_CONDITIONS}
            onPress={() => onChange(withParts(list, [...parts, { any: [emptyCondition('days')] }]))}
          >
            {t('availability.addGroup')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

type PartProps = Omit<ListProps, 'list' | 'onChange'> & {
  part: ConditionTree;
  number: number;
  onChange: (part: ConditionTree | null) => void;
  depth: number;
};

function PartEditor({ part, number, onChange, choices, total, depth }: PartProps) {
  const { t } = useTranslation('courses');
  const isNot = 'not' in part;
  const inner = isNot ? part.not : part;
  const set = (next: ConditionTree, isOpposite = isNot) => onChange(isOpposite ? { not: next } : next);
  const remove = (
    <IconButton
      size="sm"
      icon={Trash2}
      label={t('availability.removeCondition', { number })}
      onPress={() => onChange(null)}
    />
  );
  return (
    <fieldset className="grid gap-3">
      <legend className="vh">{t('availability.condition', { number })}</legend>
      {'kind' in inner ? (
        <>
          <div className="flex items-end gap-2">
            <KindSelect value={inner} onChange={set} />
            {remove}
          </div>
          <ConditionFields condition={inner} onChange={set} choices={choices} />
        </>
      ) : (
        <>
          <div className="flex items-center justify-between gap-2">
            <span className="font-medium">{t('availability.group')}</span>
            {remove}
          </div>
          <ConditionEditor
            list={asList(inner)}
            onChange={(list) => (countConditions(list) > 0 ? set(list) : onChange(null))}
            choices={choices}
            total={total}
            depth={depth + 1}
          />
        </>
      )}
      <Checkbox isSelected={isNot} onChange={(isOpposite) => set(inner, isOpposite)}>
        {t('availability.opposite')}
      </Checkbox>
    </fieldset>
  );
}

function KindSelect({ value, onChange }: { value: Condition; onChange: (condition: Condition) => void }) {
  const { t } = useTranslation('courses');
  return (
    <Select
      className="min-w-0 flex-1"
      label={t('availability.kindLabel')}
      value={value.kind}
      onChange={(kind) => onChange(emptyCondition(kind as ConditionKind))}
      options={conditionKinds.map((kind) => ({ id: kind, label: t(`availability.kind.${kind}`) }))}
    />
  );
}
