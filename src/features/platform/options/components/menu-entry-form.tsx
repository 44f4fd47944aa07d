import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Section } from '#ui/layout/section.tsx';
import type { MenuItem } from '../schema.ts';
import { LinkRows } from './link-rows.tsx';

const MAX_COLUMNS = 6;
const MAX_ROWS = 4;
const kinds = ['link', 'megamenu', 'label'] as const;
type Sheet = NonNullable<MenuItem['mega_menu']>;

/** Form for one menu item: label, URL, and the columns of a mega menu. */
export function MenuEntryForm({ item, onChange }: { item: MenuItem; onChange: (item: MenuItem) => void }) {
  const { t } = useTranslation('options');
  const sheet: Sheet = item.mega_menu ?? { columnCount: 1, columns: [] };
  const setSheet = (columns: Sheet['columns'], columnCount = sheet.columnCount) =>
    onChange({ ...item, mega_menu: { columns, columnCount: Math.min(MAX_COLUMNS, Math.max(1, columnCount)) } });
  const setColumn = (index: number, part: Partial<Sheet['columns'][number]>) =>
    setSheet(sheet.columns.map((column, at) => (at === index ? { ...column, ...part } : column)));
  return (
    <div className="grid gap-4">
      <TextField
        label={t('menu.label')}
        value={item.label}
        maxLength={80}
        onChange={(label) => onChange({ ...item, label })}
      />
      <Select
        label={t('menu.kind')}
        options={kinds.map((id) => ({ id, label: t(`menu.kinds.${id}`) }))}
        value={item.item_type}
        onChange={(kind) => onChange({ ...item, item_type: kind as MenuItem['item_type'] })}
      />
      {item.item_type === 'label' ? null : (
        <TextField
          label={t('menu.address')}
          description={t('menu.addressHelp')}
          value={item.item_url}
          maxLength={500}
          dir="ltr"
          onChange={(item_url) => onChange({ ...item, item_url })}
        />
      )}
      {item.item_type === 'megamenu' ? (
        <>
          <NumberField
            label={t('menu.columnCount')}
            description={t('menu.columnCountHelp')}
            hasSteps
            minValue={1}
            maxValue={MAX_COLUMNS}
            fallback={1}
            value={sheet.columnCount}
            onChange={(count) => setSheet(sheet.columns, count)}
          />
          {sheet.columns.map((column, index) => (
            <Section
              className="grid gap-4"
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no id
              key={index}
              level={3}
              title={t('menu.column', { number: index + 1 })}
              actions={
                <Button
                  size="sm"
                  variant="quiet"
                  icon={Trash2}
                  onPress={() =>
                    setSheet(
                      sheet.columns.filter((_, at) => at !== index),
                      sheet.columns.length - 1,
                    )
                  }
                >
                  {t('menu.removeColumn')}
                </Button>
              }
            >
              <TextField
                label={t('menu.columnTitle')}
                isOptional
                value={column.content.title}
                maxLength={80}
                onChange={(title) => setColumn(index, { content: { ...column.content, title } })}
              />
              <div className="grid grid-cols-2 gap-3">
                <NumberField
                  label={t('menu.colSpan')}
                  hasSteps
                  minValue={1}
                  maxValue={MAX_COLUMNS}
                  fallback={1}
                  value={column.colSpan}
                  onChange={(colSpan) => setColumn(index, { colSpan })}
                />
                <NumberField
                  label={t('menu.rowSpan')}
                  hasSteps
                  minValue={1}
                  maxValue={MAX_ROWS}
                  fallback={1}
                  value={column.rowSpan}
                  onChange={(rowSpan) => setColumn(index, { rowSpan })}
                />
              </div>
              <LinkRows
                rows={column.content.links}
                max={12}
                hasText
                onChange={(links) => setColumn(index, { content: { ...column.content, links } })}
              />
            </Section>
          ))}
          <div>
            <Button
              size="sm"
              icon={Plus}
              isDisabled={sheet.columns.length >= MAX_COLUMNS}
              onPress={() =>
                setSheet(
                  [...sheet.columns, { content: { title: '', links: [] }, colSpan: 1, rowSpan: 1 }],
                  sheet.columns.length + 1,
                )
              }
            >
              {t('menu.addColumn')}
            </Button>
          </div>
        </>
      ) : null}
    </div>
  );
}
