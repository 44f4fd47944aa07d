import { useTranslation } from 'react-i18next';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import type { MenuItem } from '../schema.ts';
import { MegaMenuFields } from './mega-menu-fields.tsx';

const kinds = ['link', 'megamenu', 'label'] as const;

/** Form for one menu item: label, URL, and the columns of a mega menu. */
export function MenuEntryForm({ item, onChange }: { item: MenuItem; onChange: (item: MenuItem) => void }) {
  const { t } = useTranslation('options');
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
        <MegaMenuFields megaMenu={item.mega_menu} onChange={(mega_menu) => onChange({ ...item, mega_menu })} />
      ) : null}
    </div>
  );
}
