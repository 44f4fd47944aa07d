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
  const change = (index: number, part: Partial<LinkRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <div className="grid gap-3">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id
        <div key={index} className="grid gap-2 border-b border-line pb-3">
          <div className="flex items-end gap-2">
            <TextField
              className="flex-1"
              label={t('menu.label')}
              value={row.label}
              maxLength={80}
              onChange={(label) => change(index, { label })}
            />
            <TextField
              className="flex-1"
              label={t('menu.address')}
              value={row.item_url}
              maxLength={500}
              dir="ltr"
              onChange={(item_url) => change(index, { item_url })}
            />
            <IconButton
              icon={Trash2}
              label={t('menu.removeLink', { name: row.label })}
              onPress={() => onChange(rows.filter((_, at) => at !== index))}
            />
          </div>
          {hasText ? (
            <TextField
              label={t('menu.text')}
              isOptional
              value={row.text ?? ''}
              maxLength={160}
              onChange={(text) => change(index, { text })}
            />
          ) : null}
        </div>
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
