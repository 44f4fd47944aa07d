import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Section } from '#ui/layout/section.tsx';
import type { MenuItem } from '../schema.ts';
import { LinkRows } from './link-rows.tsx';

const MAX_COLUMNS = 6;
const MAX_ROWS = 4;
type MegaMenu = NonNullable<MenuItem['mega_menu']>;
type MegaMenuColumn = MegaMenu['columns'][number];

/** The columns of a mega menu. */
export function MegaMenuFields({
  megaMenu: { columnCount, columns } = { columnCount: 1, columns: [] },
  onChange,
}: {
  megaMenu: MegaMenu | undefined;
  onChange: (megaMenu: MegaMenu) => void;
}) {
  const { t } = useTranslation('options');
  const change = (next: MegaMenuColumn[], count: number) =>
    onChange({ columns: next, columnCount: Math.min(MAX_COLUMNS, Math.max(1, count)) });
  return (
    <>
      <NumberField
        label={t('menu.columnCount')}
        description={t('menu.columnCountHelp')}
        hasSteps
        minValue={1}
        maxValue={MAX_COLUMNS}
        fallback={1}
        value={columnCount}
        onChange={(count) => change(columns, count)}
      />
      {columns.map((column, index) => (
        <ColumnSection
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no id
          key={index}
          number={index + 1}
          column={column}
          onChange={(part) =>
            change(
              columns.map((other, at) => (at === index ? { ...other, ...part } : other)),
              columnCount,
            )
          }
          onRemove={() =>
            change(
              columns.filter((_, at) => at !== index),
              columns.length - 1,
            )
          }
        />
      ))}
      <div>
        <Button
          size="sm"
          icon={Plus}
          isDisabled={columns.length >= MAX_COLUMNS}
          onPress={() =>
            change([...columns, { content: { title: '', links: [] }, colSpan: 1, rowSpan: 1 }], columns.length + 1)
          }
        >
          {t('menu.addColumn')}
        </Button>
      </div>
    </>
  );
}

function ColumnSection({
  number,
  column: { content, colSpan, rowSpan },
  onChange,
  onRemove,
}: {
  number: number;
  column: MegaMenuColumn;
  onChange: (part: Partial<MegaMenuColumn>) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('options');
  return (
    <Section
      className="grid gap-4"
      level={3}
      title={t('menu.column', { number })}
      actions={
        <Button size="sm" variant="quiet" icon={Trash2} onPress={onRemove}>
          {t('menu.removeColumn')}
        </Button>
      }
    >
      <TextField
        label={t('menu.columnTitle')}
        isOptional
        value={content.title}
        maxLength={80}
        onChange={(title) => onChange({ content: { ...content, title } })}
      />
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label={t('menu.colSpan')}
          hasSteps
          minValue={1}
          maxValue={MAX_COLUMNS}
          fallback={1}
          value={colSpan}
          onChange={(span) => onChange({ colSpan: span })}
        />
        <NumberField
          label={t('menu.rowSpan')}
          hasSteps
          minValue={1}
          maxValue={MAX_ROWS}
          fallback={1}
          value={rowSpan}
          onChange={(span) => onChange({ rowSpan: span })}
        />
      </div>
      <LinkRows
        rows={content.links}
        max={12}
        hasText
        onChange={(links) => onChange({ content: { ...content, links } })}
      />
    </Section>
  );
}
