import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { Section } from '#ui/layout/section.tsx';
import { SortableList } from '#ui/sorting/sortable-list.tsx';
import type { SiteOptions } from '../data.ts';
import { LinkRows } from './link-rows.tsx';

const MAX_COLUMNS = 6;
const DEFAULT_WIDTH = 3;
type Column = SiteOptions['footer']['footer_columns'][number];

/** Editor of the footer columns: sortable by drag and keyboard, one open at a time. */
export function FooterColumns({
  columns,
  onChange,
}: {
  columns: readonly Column[];
  onChange: (columns: Column[]) => void;
}) {
  const { t } = useTranslation('options');
  const { items, opened, setOpened, add, update } = useColumns(columns, onChange);
  const nameOf = ({ column }: { column: Column }) =>
    column.title || t('footer.column', { number: columns.indexOf(column) + 1 });
  const at = items.findIndex(({ id }) => id === opened);
  const edited = items[at]?.column;
  return (
    <Section
      className="grid gap-4"
      title={t('footer.columns')}
      sentence={t('footer.columnsHelp')}
      actions={
        <Button size="sm" icon={Plus} isDisabled={columns.length >= MAX_COLUMNS} onPress={add}>
          {t('menu.addColumn')}
        </Button>
      }
    >
      <SortableList
        label={t('footer.columns')}
        items={items}
        itemName={nameOf}
        onReorder={(ordered) => onChange(ordered.map(({ column }) => column))}
        onOpen={({ id }) => setOpened(id)}
        empty={<p className="muted p-4">{t('footer.noColumns')}</p>}
      >
        {(item) => (
          <ColumnRow
            name={nameOf(item)}
            column={item.column}
            onEdit={() => setOpened(item.id)}
            onRemove={() => onChange(columns.filter((column) => column !== item.column))}
          />
        )}
      </SortableList>
      {edited ? (
        <ColumnFields
          key={opened}
          name={nameOf({ column: edited })}
          column={edited}
          onChange={(patch) => update(at, patch)}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </Section>
  );
}

function ColumnRow({
  name,
  column: { data },
  onEdit,
  onRemove,
}: {
  name: string;
  column: Column;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('options');
  return (
    <>
      <span className="min-w-0 flex-1 py-2">
        <span className="cut block font-medium" dir="auto">
          {name}
        </span>
        <span className="help block">
          {typeof data === 'string' ? t('footer.kinds.text') : t('footer.links', { count: data.length })}
        </span>
      </span>
      <IconButton size="sm" icon={Pencil} label={t('footer.editColumn', { name })} onPress={onEdit} />
      <IconButton size="sm" icon={Trash2} label={t('footer.removeColumn', { name })} onPress={onRemove} />
    </>
  );
}

function ColumnFields({
  name,
  column,
  onChange,
  onClose,
}: {
  name: string;
  column: Column;
  onChange: (part: Partial<Column>) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('options');
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4" aria-label={name}>
      <TextField
        label={t('menu.columnTitle')}
        isOptional
        value={column.title}
        maxLength={80}
        onChange={(title) => onChange({ title })}
      />
      <Select
        label={t('footer.kind')}
        options={(['links', 'text'] as const).map((id) => ({ id, label: t(`footer.kinds.${id}`) }))}
        value={column.type}
        onChange={(type) => onChange(type === 'text' ? { type: 'text', data: '' } : { type: 'links', data: [] })}
      />
      <NumberField
        label={t('footer.width')}
        description={t('footer.widthHelp')}
        hasSteps
        minValue={1}
        maxValue={12}
        fallback={DEFAULT_WIDTH}
        value={column.width}
        onChange={(width) => onChange({ width })}
      />
      {typeof column.data === 'string' ? (
        <TextArea
          label={t('footer.kinds.text')}
          rows={4}
          maxLength={2000}
          value={column.data}
          onChange={(data) => onChange({ data })}
        />
      ) : (
        <LinkRows rows={column.data} max={20} onChange={(data) => onChange({ data })} />
      )}
      <div>
        <Button size="sm" onPress={onClose}>
          {t('footer.closeColumn')}
        </Button>
      </div>
    </fieldset>
  );
}

/** The columns with their ids, the one that is open, and the changes to them. */
function useColumns(columns: readonly Column[], onChange: (columns: Column[]) => void) {
  const [opened, setOpened] = useState<string | null>(null);
  const nameFor = useNames();
  return {
    items: columns.map((column) => ({ id: nameFor(column), column })),
    opened,
    setOpened,
    add() {
      const column: Column = { title: '', type: 'links', width: DEFAULT_WIDTH, data: [] };
      setOpened(nameFor(column));
      onChange([...columns, column]);
    },
    update(index: number, patch: Partial<Column>) {
      const before = columns[index];
      if (!before) return;
      const changed = { ...before, ...patch };
      nameFor(changed, nameFor(before));
      onChange(columns.map((column, position) => (position === index ? changed : column)));
    },
  };
}

/** Columns have no id of their own: this assigns each a stable React key that survives edits. */
function useNames(): (column: Column, name?: string) => string {
  const names = useRef(new WeakMap<Column, string>());
  const count = useRef(0);
  return (column, name) => {
    const existing = name ?? names.current.get(column) ?? `column-${++count.current}`;
    names.current.set(column, existing);
    return existing;
  };
}
