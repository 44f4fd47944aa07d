import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { MAX_GROUPS, weightSum } from '../rules.ts';
import type { GradeGroup } from '../schema.ts';
import { useGradeTexts } from './grade-text.ts';
import type { SetupParts } from './setup-parts.ts';

/** Groups with their weight, how many of the lowest grades are dropped, and their minimum. */
export function GroupFields({ values, change }: SetupParts) {
  const { t } = useTranslation('gradebook');
  const texts = useGradeTexts();
  const { groups } = values;
  const replace = (id: string, next: GradeGroup | null) =>
    change({
      groups: groups.flatMap((group) => (group.id === id ? (next ? [next] : []) : [group])),
      items: next
        ? values.items
        : values.items.map((item) => (item.group_id === id ? { ...item, group_id: null } : item)),
    });
  const add = () =>
    change({
      groups: [...groups, { id: crypto.randomUUID(), title: '', weight: 0, drop_lowest: 0, min_percent: null }],
    });
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-sm font-semibold">{t('setup.groups')}</legend>
      <p className="help">{t('setup.groupsHelp')}</p>
      {groups.map((group, index) => (
        <GroupRow
          key={group.id}
          number={index + 1}
          group={group}
          isWeighted={values.weighting === 'groups'}
          onChange={(next) => replace(group.id, next)}
        />
      ))}
      {values.weighting === 'groups' && groups.length > 0 ? (
        <p className="help" aria-live="polite">
          {t('setup.sum', { percent: texts.percent(weightSum(groups)) })}
        </p>
      ) : null}
      <div>
        <Button icon={Plus} size="sm" isDisabled={groups.length >= MAX_GROUPS} onPress={add}>
          {t('setup.addGroup')}
        </Button>
      </div>
    </fieldset>
  );
}

type GroupRowProps = {
  number: number;
  group: GradeGroup;
  isWeighted: boolean;
  onChange: (next: GradeGroup | null) => void;
};

function GroupRow({ number, group, isWeighted, onChange }: GroupRowProps) {
  const { t } = useTranslation('gradebook');
  return (
    <div className="flex flex-wrap items-end gap-2 border-s-2 border-line ps-4">
      <TextField
        label={t('setup.group', { number })}
        className="min-w-36 flex-1"
        isRequired
        maxLength={100}
        dir="auto"
        value={group.title}
        onChange={(title) => onChange({ ...group, title })}
      />
      {isWeighted ? (
        <NumberField
          label={t('setup.weight')}
          digits={2}
          maxValue={10_000}
          suffix="%"
          fallback={0}
          className="w-24"
          value={Math.round(group.weight * 100)}
          onChange={(scaled) => onChange({ ...group, weight: scaled / 100 })}
        />
      ) : null}
      <NumberField
        label={t('setup.drop')}
        maxValue={20}
        fallback={0}
        className="w-24"
        value={group.drop_lowest}
        onChange={(drop_lowest) => onChange({ ...group, drop_lowest })}
      />
      <NumberField
        label={t('setup.min')}
        maxValue={100}
        suffix="%"
        className="w-24"
        value={group.min_percent}
        onChange={(min_percent) => onChange({ ...group, min_percent })}
      />
      <IconButton icon={Trash2} label={t('setup.removeGroup', { number })} onPress={() => onChange(null)} />
    </div>
  );
}
