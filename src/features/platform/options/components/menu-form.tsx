import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { Form } from '#ui/fields/form.tsx';
import { SaveBar, UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { Segmented } from '#ui/fields/segmented.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { Section } from '#ui/layout/section.tsx';
import { SortableTree } from '#ui/sorting/sortable-tree.tsx';
import type { SiteOptions } from '../data.ts';
import { DEEPEST_MENU } from '../rules.ts';
import type { MenuItem } from '../schema.ts';
import { MenuEntryForm } from './menu-entry-form.tsx';
import { entryIn, menuOf, treeOf, withEntry, withoutEntry } from './menu-tree.ts';
import { useSaveOption } from './use-option.ts';

const MAX_ENTRIES = 30;

export type MenuName = 'header' | 'mobile';
type Menus = SiteOptions['menus'];

/** Form for the menus of the header and of phones. */
export function MenuForm({
  menus,
  menu,
  onMenuChange,
  onDraft,
}: {
  menus: Menus;
  menu: MenuName;
  onMenuChange: (which: MenuName) => void;
  onDraft: (menus: Menus) => void;
}) {
  const { t } = useTranslation('options');
  const { save, isSaving } = useSaveOption('menus');
  const draft = useDraft({
    saved: { header: menus.header, mobile: menus.mobile },
    labels: { header: t('header.menus.header'), mobile: t('header.menus.mobile') },
  });
  const { values } = draft;
  useEffect(() => onDraft(values), [values, onDraft]);
  return (
    <Form
      label={t('header.menu')}
      onSubmit={() => void save(draft.values).then((isSaved) => isSaved && draft.accept())}
    >
      <UnsavedGuard changed={draft.changed} />
      <Section
        className="grid gap-4"
        title={t('header.menu')}
        sentence={t(menu === 'header' ? 'header.menuHelp' : 'header.mobileHelp')}
        actions={
          <Segmented
            label={t('header.which')}
            options={(['header', 'mobile'] as const).map((id) => ({ id, label: t(`header.menus.${id}`) }))}
            value={menu}
            onChange={onMenuChange}
          />
        }
      >
        <MenuEditor key={menu} items={values[menu]} onChange={(items) => draft.set(menu, items)} />
      </Section>
      <SaveBar changed={draft.changed} isSaving={isSaving} onDiscard={draft.discard} />
    </Form>
  );
}

/** The tree of one menu, and beside it the item that is open. */
function MenuEditor({ items, onChange }: { items: readonly MenuItem[]; onChange: (items: MenuItem[]) => void }) {
  const { t } = useTranslation('options');
  const [openId, setOpenId] = useState<string | null>(null);
  const open = entryIn(items, openId);
  function add() {
    const id = `m-${crypto.randomUUID().slice(0, 8)}`;
    onChange([
      ...items,
      { id, label: t('menu.newEntry'), item_url: '/', item_type: 'link', parent: null, children: [] },
    ]);
    setOpenId(id);
  }
  function remove(id: string) {
    onChange(withoutEntry(items, id));
    setOpenId(null);
  }
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <div className="grid content-start gap-3">
        <SortableTree
          label={t('header.menu')}
          items={treeOf(items)}
          itemName={(node) => node.value.label}
          maxDepth={DEEPEST_MENU}
          selectedId={openId ?? undefined}
          onOpen={setOpenId}
          expandedIds={new Set(items.map(({ id }) => id))}
          onMove={(tree) => onChange(menuOf(tree))}
          empty={<p className="muted p-4">{t('header.noEntries')}</p>}
        >
          {(node) => <EntryName item={node.value} />}
        </SortableTree>
        <div>
          <Button icon={Plus} isDisabled={items.length >= MAX_ENTRIES} onPress={add}>
            {t('header.add')}
          </Button>
        </div>
      </div>
      {open ? (
        <div className="grid content-start gap-4 rounded-lg border border-line p-4">
          <MenuEntryForm
            key={open.id}
            item={open}
            onChange={(changed) => onChange(withEntry(items, open.id, () => changed))}
          />
          <div>
            <Button variant="danger-line" icon={Trash2} onPress={() => remove(open.id)}>
              {t('menu.remove', { name: open.label })}
            </Button>
          </div>
        </div>
      ) : (
        <p className="muted p-4">{t('header.choose')}</p>
      )}
    </div>
  );
}

function EntryName({ item: { label, item_type, item_url } }: { item: MenuItem }) {
  const { t } = useTranslation('options');
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="cut font-medium" dir="auto">
        {label}
      </span>
      {item_type === 'link' ? (
        <bdi className="quiet cut" dir="ltr">
          {item_url}
        </bdi>
      ) : (
        <Badge>{t(`menu.kinds.${item_type}`)}</Badge>
      )}
    </span>
  );
}
