import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { Checkbox } from '#ui/fields/choice.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { MAX_POINTS, ownItem } from '../rules.ts';
import type { GradebookSetup, GradeItem } from '../schema.ts';
import type { SetupParts } from './setup-parts.ts';

const NO_GROUP = 'none';

type ItemFieldsProps = SetupParts & { archived: GradebookSetup['archived']; onRestore: (id: string) => void };

/** The columns: lessons that give points, and what is graded by hand. */
export function ItemFields({ values, change, archived, onRestore }: ItemFieldsProps) {
  const { t } = useTranslation('gradebook');
  const { items } = values;
  const replace = (id: string, next: GradeItem | null) =>
    change({ items: items.flatMap((item) => (item.id === id ? (next ? [next] : []) : [item])) });
  const add = () => change({ items: [...items, ownItem({ id: crypto.randomUUID(), title: '', points: 100 })] });
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-sm font-semibold">{t('setup.items')}</legend>
      <p className="help">{t('setup.itemsHelp')}</p>
      {items.map((item) => (
        <ItemRow key={item.id} item={item} groups={values.groups} onChange={(next) => replace(item.id, next)} />
      ))}
      <div>
        <Button icon={Plus} size="sm" onPress={add}>
          {t('setup.addItem')}
        </Button>
      </div>
      {archived.map((item) => (
        <p key={item.id} className="row flex-wrap justify-between text-sm">
          <span>
            <ContentText>{item.title}</ContentText> <span className="muted">· {t('setup.removed')}</span>
          </span>
          <Button size="sm" onPress={() => onRestore(item.id)}>
            {t('setup.restore')}
            <span className="vh"> {item.title}</span>
          </Button>
        </p>
      ))}
    </fieldset>
  );
}

type ItemRowProps = { item: GradeItem; groups: GradebookSetup['groups']; onChange: (next: GradeItem | null) => void };

function ItemRow({ item, groups, onChange }: ItemRowProps) {
  const { t } = useTranslation('gradebook');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset within one would be read twice
    <div role="group" aria-label={item.title || t('setup.newItem')} className="grid gap-3 border-s-2 border-line ps-4">
      {item.lesson_id ? (
        <p className="font-medium">
          <ContentText>{item.title}</ContentText>
        </p>
      ) : (
        <OwnItem item={item} onChange={onChange} />
      )}
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        {groups.length > 0 ? (
          <Select
            label={t('setup.inGroup')}
            className="w-56"
            value={item.group_id ?? NO_GROUP}
            options={[
              { id: NO_GROUP, label: t('setup.noGroup') },
              ...groups.map(({ id, title }) => ({ id, label: title || '…' })),
            ]}
            onChange={(id) => onChange({ ...item, group_id: id === NO_GROUP ? null : id })}
          />
        ) : null}
        <Checkbox isSelected={item.is_counted} onChange={(is_counted) => onChange({ ...item, is_counted })}>
          {t('setup.counts')}
        </Checkbox>
        <Checkbox isSelected={item.is_shown} onChange={(is_shown) => onChange({ ...item, is_shown })}>
          {t('setup.itemShown')}
        </Checkbox>
      </div>
      {item.is_anonymous ? <p className="help">{t('anonymousHelp')}</p> : null}
    </div>
  );
}

/** What is graded by hand: its title and points. */
function OwnItem({ item, onChange }: Pick<ItemRowProps, 'item' | 'onChange'>) {
  const { t } = useTranslation('gradebook');
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        label={t('setup.itemTitle')}
        className="min-w-48 flex-1"
        isRequired
        maxLength={200}
        dir="auto"
        value={item.title}
        onChange={(title) => onChange({ ...item, title })}
      />
      <NumberField
        label={t('points')}
        minValue={1}
        maxValue={MAX_POINTS}
        fallback={100}
        className="w-28"
        value={item.points}
        onChange={(points) => onChange({ ...item, points })}
      />
      <IconButton icon={Trash2} label={t('setup.removeItem', { title: item.title })} onPress={() => onChange(null)} />
    </div>
  );
}
