import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { Note } from '#ui/display/states.tsx';
import { Card } from '#ui/layout/section.tsx';
import { MenuButton } from '#ui/overlays/menu.tsx';
import { SortableList } from '#ui/sorting/sortable-list.tsx';
import { brokenConditions, type FieldType, type FormField, fieldTypes, MAX_FIELDS } from '../rules.ts';
import { FieldPanel } from './field-panel.tsx';
import { newField } from './form-draft.ts';

/** The fields of a form: added, reordered, removed, and edited in a panel. */
export function FieldRows({ fields, onChange }: { fields: FormField[]; onChange: (fields: FormField[]) => void }) {
  const { t } = useTranslation('forms');
  const [opened, setOpened] = useState<string | null>(null);
  const broken = new Set(brokenConditions(fields));
  const edited = fields.find(({ id }) => id === opened);

  function add(type: FieldType) {
    const field = newField(type, t(`field.type.${type}`), fields);
    onChange([...fields, field]);
    setOpened(field.id);
  }
  const isFull = fields.length >= MAX_FIELDS;
  return (
    <Card title={t('editor.fields')} actions={<AddFieldButton isDisabled={isFull} onAdd={add} />}>
      {isFull ? <Note tone="info">{t('editor.full')}</Note> : null}
      <SortableList
        label={t('editor.fields')}
        items={fields}
        itemName={({ label }) => label}
        onReorder={onChange}
        onOpen={({ id }) => setOpened(id)}
        empty={<p className="muted p-4">{t('editor.noFields')}</p>}
      >
        {(field) => (
          <>
            <FieldSummary field={field} isBroken={broken.has(field.id)} />
            <IconButton
              size="sm"
              icon={Pencil}
              label={t('editor.editField', { name: field.label })}
              onPress={() => setOpened(field.id)}
            />
            <IconButton
              size="sm"
              icon={Trash2}
              label={t('editor.removeField', { name: field.label })}
              onPress={() => onChange(fields.filter(({ id }) => id !== field.id))}
            />
          </>
        )}
      </SortableList>
      {edited ? (
        <FieldPanel
          key={edited.id}
          field={edited}
          before={fields.slice(0, fields.indexOf(edited))}
          onClose={() => setOpened(null)}
          onDone={(field) => {
            onChange(fields.map((existing) => (existing.id === field.id ? field : existing)));
            setOpened(null);
          }}
        />
      ) : null}
    </Card>
  );
}

function AddFieldButton({ isDisabled, onAdd }: { isDisabled: boolean; onAdd: (type: FieldType) => void }) {
  const { t } = useTranslation('forms');
  return (
    <MenuButton
      label={t('editor.addType')}
      trigger={
        <Button icon={Plus} isDisabled={isDisabled}>
          {t('editor.add')}
        </Button>
      }
      groups={[
        {
          id: 'types',
          items: fieldTypes.map((type) => ({
            id: type,
            label: t(`field.type.${type}`),
            onAction: () => onAdd(type),
          })),
        },
      ]}
    />
  );
}

function FieldSummary({ field, isBroken }: { field: FormField; isBroken: boolean }) {
  const { t } = useTranslation('forms');
  return (
    <span className="min-w-0 flex-1 py-2">
      <span className="cut block font-medium" dir="auto">
        {field.label}
      </span>
      <span className="help block">
        {[
          t(`field.type.${field.type}`),
          field.isRequired && t('editor.required'),
          field.condition && t('editor.conditional'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {isBroken ? (
        <span className="mt-1 block">
          <Badge tone="warning">!</Badge> <span className="help">{t('editor.broken')}</span>
        </span>
      ) : null}
    </span>
  );
}
