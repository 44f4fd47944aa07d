import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';

export type LinkRow = { label: string; item_url: string; text?: string };

/** Editor of a short list of links: label, URL and optionally a description. */
export function LinkRows({
  rows,
  max,
  hasText = false,
  onChange,
}: {
  rows: readonly LinkRow[];
  max: number;
  hasText?: boolean;
  onChange: (rows: LinkRow[]) => void;
}) {
  const { t } = useTranslation('options');
  return (
    <div className="grid gap-3">
      {rows.map((row, index) => (
        <LinkFields
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id
          key={index}
          row={row}
          hasText={hasText}
          onChange={(part) => onChange(rows.map((other, at) => (at === index ? { ...other, ...part } : other)))}
          onRemove={() => onChange(rows.filter((_, at) => at !== index))}
        />
      ))}
      <div>
        <Button
          size="sm"
          icon={Plus}
          isDisabled={rows.length >= max}
          onPress={() => onChange([...rows, { label: t('menu.newLink'), item_url: '/' }])}
        >
          {t('menu.addLink')}
        </Button>
      </div>
    </div>
  );
}

function LinkFields({
  row,
  hasText,
  onChange,
  onRemove,
}: {
  row: LinkRow;
  hasText: boolean;
  onChange: (part: Partial<LinkRow>) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('options');
  return (
    <div className="grid gap-2 border-b border-line pb-3">
      <div className="flex items-end gap-2">
        <TextField
          className="flex-1"
          label={t('menu.label')}
          value={row.label}
          maxLength={80}
          onChange={(label) => onChange({ label })}
        />
        <TextField
          className="flex-1"
          label={t('menu.address')}
          value={row.item_url}
          maxLength={500}
          dir="ltr"
          onChange={(item_url) => onChange({ item_url })}
        />
        <IconButton icon={Trash2} label={t('menu.removeLink', { name: row.label })} onPress={onRemove} />
      </div>
      {hasText ? (
        <TextField
          label={t('menu.text')}
          isOptional
          value={row.text ?? ''}
          maxLength={160}
          onChange={(text) => onChange({ text })}
        />
      ) : null}
    </div>
  );
}
