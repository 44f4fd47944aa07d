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
import { HeaderForm } from '../components/header-form.tsx';
import { MenuEntryForm } from '../components/menu-entry-form.tsx';
import { entryIn, menuOf, treeOf, withEntry, withoutEntry } from '../components/menu-tree.ts';
import { SitePreview } from '../components/site-preview.tsx';
import { SiteSettingsFrame } from '../components/site-settings-frame.tsx';
import { useSaveOption } from '../components/use-option.ts';
import type { SiteLook } from '../data.ts';
import { DEEPEST_MENU } from '../rules.ts';
import type { MenuItem } from '../schema.ts';

const MAX_ENTRIES = 30;

export default function HeaderSettings() {
  const { t } = useTranslation('options');
  return (
    <SiteSettingsFrame title={t('header.title')} description={t('header.sentence')}>
      {(options) => <Header look={options} />}
    </SiteSettingsFrame>
  );
}

type MenuName = 'header' | 'mobile';
type Menus = SiteLook['menus'];

function Header({ look: options }: { look: SiteLook }) {
  const [menus, setMenus] = useState(options.menus);
  const [header, setHeader] = useState(options.header);
  const [menu, setMenu] = useState<MenuName>('header');
  return (
    <div className="grid gap-8">
      <SitePreview
        isCompact
        draft={{ menus, header }}
        width={menu === 'mobile' ? 'phone' : 'desk'}
        opensDrawer={menu === 'mobile'}
      />
      <MenuForm menus={options.menus} menu={menu} onMenuChange={setMenu} onDraft={setMenus} />
      <HeaderForm header={options.header} onDraft={setHeader} />
    </div>
  );
}

function MenuForm({
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
  const [openId, setOpenId] = useState<string | null>(null);
  const draft = useDraft({
    saved: { header: menus.header, mobile: menus.mobile },
    labels: { header: t('header.menus.header'), mobile: t('header.menus.mobile') },
  });
  const { values } = draft;
  useEffect(() => onDraft(values), [values, onDraft]);
  const items = values[menu];
  const open = entryIn(items, openId);
  const setItems = (next: MenuItem[]) => draft.set(menu, next);
  const add = () => {
    const id = `m-${crypto.randomUUID().slice(0, 8)}`;
    setItems([
      ...items,
      { id, label: t('menu.newEntry'), item_url: '/', item_type: 'link', parent: null, children: [] },
    ]);
    setOpenId(id);
  };
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
            onChange={(id) => {
              onMenuChange(id);
              setOpenId(null);
            }}
          />
        }
      >
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
              onMove={(tree) => setItems(menuOf(tree))}
              empty={<p className="muted p-4">{t('header.noEntries')}</p>}
            >
              {(node) => (
                <span className="flex min-w-0 items-center gap-2">
                  <span className="cut font-medium" dir="auto">
                    {node.value.label}
                  </span>
                  {node.value.item_type === 'link' ? (
                    <bdi className="quiet cut" dir="ltr">
                      {node.value.item_url}
                    </bdi>
                  ) : (
                    <Badge>{t(`menu.kinds.${node.value.item_type}`)}</Badge>
                  )}
                </span>
              )}
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
                onChange={(changed) => setItems(withEntry(items, open.id, () => changed))}
              />
              <div>
                <Button
                  variant="danger-line"
                  icon={Trash2}
                  onPress={() => {
                    setItems(withoutEntry(items, open.id));
                    setOpenId(null);
                  }}
                >
                  {t('menu.remove', { name: open.label })}
                </Button>
              </div>
            </div>
          ) : (
            <p className="muted p-4">{t('header.choose')}</p>
          )}
        </div>
      </Section>
      <SaveBar changed={draft.changed} isSaving={isSaving} onDiscard={draft.discard} />
    </Form>
  );
}
