import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { NumberField } from '#ui/number-field.tsx';
import { SaveBar, UnsavedGuard } from '#ui/save-bar.tsx';
import { Section } from '#ui/section.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Select } from '#ui/select.tsx';
import { SortableTree } from '#ui/sortable-tree.tsx';
import { useDraft } from '#ui/use-draft.ts';
import { MenuEntryForm } from '../components/menu-entry-form.tsx';
import { entryIn, menuOf, treeOf, withEntry, withoutEntry } from '../components/menu-tree.ts';
import { SiteSettingsFrame } from '../components/site-settings-frame.tsx';
import { useSaveOption } from '../components/use-option.ts';
import type { SiteLook } from '../data.ts';
import type { MenuItem } from '../schema.ts';

const MOST_ENTRIES = 30;

export default function HeaderSettings() {
  const { t } = useTranslation('options');
  return (
    <SiteSettingsFrame title={t('header.title')} sentence={t('header.sentence')}>
      {(look) => (
        <div className="grid gap-8">
          <MenuForm menus={look.menus} />
          <HeaderForm header={look.header} />
        </div>
      )}
    </SiteSettingsFrame>
  );
}

function MenuForm({ menus }: { menus: SiteLook['menus'] }) {
  const { t } = useTranslation('options');
  const { save, isSaving } = useSaveOption('menus');
  const [which, setWhich] = useState<'header' | 'mobile'>('header');
  const [openId, setOpenId] = useState<string | null>(null);
  const draft = useDraft({
    saved: { header: menus.header, mobile: menus.mobile },
    labels: { header: t('header.menus.header'), mobile: t('header.menus.mobile') },
  });
  const items = draft.values[which];
  const open = entryIn(items, openId);
  const set = (next: MenuItem[]) => draft.set(which, next);
  const add = () => {
    const id = `m-${crypto.randomUUID().slice(0, 8)}`;
    set([...items, { id, label: t('menu.newEntry'), item_url: '/', item_type: 'link', parent: null, children: [] }]);
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
        sentence={t(which === 'header' ? 'header.menuHelp' : 'header.mobileHelp')}
        actions={
          <Segmented
            label={t('header.which')}
            options={(['header', 'mobile'] as const).map((id) => ({ id, label: t(`header.menus.${id}`) }))}
            value={which}
            onChange={(id) => {
              setWhich(id);
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
              maxDepth={3}
              selectedId={openId ?? undefined}
              onOpen={setOpenId}
              expandedIds={new Set(items.map(({ id }) => id))}
              onMove={(tree) => set(menuOf(tree))}
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
              <Button icon={Plus} isDisabled={items.length >= MOST_ENTRIES} onPress={add}>
                {t('header.add')}
              </Button>
            </div>
          </div>
          {open ? (
            <div className="grid content-start gap-4 rounded-lg border border-line p-4">
              <MenuEntryForm
                key={open.id}
                item={open}
                onChange={(changed) => set(withEntry(items, open.id, () => changed))}
              />
              <div>
                <Button
                  variant="danger-line"
                  icon={Trash2}
                  onPress={() => {
                    set(withoutEntry(items, open.id));
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

function HeaderForm({ header }: { header: SiteLook['header'] }) {
  const { t } = useTranslation('options');
  const { save, isSaving } = useSaveOption('header');
  const draft = useDraft({
    saved: { ...header },
    labels: {
      header_style: t('header.style'),
      header_fix: t('header.fix'),
      header_fontsize: t('header.fontsize'),
    },
  });
  const { values } = draft;
  return (
    <Form label={t('header.look')} onSubmit={() => void save(values).then((isSaved) => isSaved && draft.accept())}>
      <UnsavedGuard changed={draft.changed} />
      <Section className="grid gap-4" title={t('header.look')}>
        <Select
          label={t('header.style')}
          options={(['plain', 'transparent'] as const).map((id) => ({ id, label: t(`header.styles.${id}`) }))}
          value={values.header_style}
          onChange={(style) => draft.set('header_style', style as typeof values.header_style)}
        />
        <Select
          label={t('header.fix')}
          options={(['static', 'fixed', 'scroll-hide'] as const).map((id) => ({ id, label: t(`header.fixes.${id}`) }))}
          value={values.header_fix}
          onChange={(fix) => draft.set('header_fix', fix as typeof values.header_fix)}
        />
        <NumberField
          label={t('header.fontsize')}
          suffix="px"
          hasSteps
          minValue={12}
          maxValue={24}
          value={values.header_fontsize}
          onChange={(size) => draft.set('header_fontsize', Number.isFinite(size) ? size : 15)}
        />
      </Section>
      <SaveBar changed={draft.changed} isSaving={isSaving} onDiscard={draft.discard} />
    </Form>
  );
}
