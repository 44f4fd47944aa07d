import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { dbErrorOf } from '#base/shared/db-client.ts';
import { SiteTabs } from '#features/platform/options/components/site-settings-frame.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { SaveBar, UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Section } from '#ui/layout/section.tsx';
import { SortableList } from '#ui/sorting/sortable-list.tsx';
import { iconOf } from '../menus/menu-icons.ts';
import { memberMenu, profileMenu } from '../menus/menus.ts';
import { menuOrders, type StoredMenus } from '../menus/shell-menus.ts';
import { isLockedIn, linesOf, type MenuLine, storedOf } from './menu-order.ts';

const menus = { memberMenu, profileMenu };
type MenuKey = keyof typeof menus;

/** Which entries members see in their menus, and in which order. Hidden screens stay reachable by address. */
export default function MenuSettings() {
  const { t } = useTranslation('shell');
  const db = useDb();
  const { account_id } = useAccount();
  const stored = useQuery(menuOrders(db, account_id));
  return (
    <main id="content" className="page">
      <PageHeader title={t('menus.title')} sentence={t('menus.sentence')} />
      <SiteTabs />
      {stored.isPending ? <SkeletonText lines={8} /> : null}
      {stored.isError ? <ErrorState onRetry={() => void stored.refetch()} isRetrying={stored.isFetching} /> : null}
      {stored.data ? <Orders stored={stored.data} /> : null}
    </main>
  );
}

function Orders({ stored }: { stored: StoredMenus }) {
  const { t } = useTranslation('shell');
  const db = useDb();
  const { account_id } = useAccount();
  const draft = useDraft<Record<MenuKey, MenuLine[]>>({
    saved: {
      memberMenu: linesOf(memberMenu, stored.memberMenu),
      profileMenu: linesOf(profileMenu, stored.profileMenu),
    },
    labels: { memberMenu: t('menus.memberMenu'), profileMenu: t('menus.profileMenu') },
  });

  const { save, isSaving } = useSave(
    async () => {
      for (const key of Object.keys(menus) as MenuKey[]) {
        const value = storedOf(menus[key], draft.values[key]);
        const { error } = value
          ? await db.from('options').upsert({ account_id, key, value }, { onConflict: 'account_id,key' })
          : await db.from('options').delete().eq('account_id', account_id).eq('key', key);
        if (error) throw dbErrorOf(error);
      }
      draft.accept();
    },
    { done: t('menus.saved'), invalidates: [menuOrders(db, account_id).queryKey] },
  );

  return (
    <div className="grid max-w-xl gap-8">
      <UnsavedGuard changed={draft.changed} />
      {(Object.keys(menus) as MenuKey[]).map((key) => (
        <Section
          key={key}
          title={t(`menus.${key}`)}
          sentence={t(`menus.${key}Text`)}
          actions={
            <Button size="sm" variant="quiet" onPress={() => draft.set(key, linesOf(menus[key], undefined))}>
              {t('menus.reset')}
            </Button>
          }
        >
          <Order
            label={t(`menus.${key}`)}
            menu={key}
            lines={draft.values[key]}
            onChange={(lines) => draft.set(key, lines)}
          />
        </Section>
      ))}
      <SaveBar changed={draft.changed} isSaving={isSaving} onDiscard={draft.discard} onSave={() => void save()} />
    </div>
  );
}

function Order({
  label,
  menu,
  lines,
  onChange,
}: {
  label: string;
  menu: MenuKey;
  lines: MenuLine[];
  onChange: (lines: MenuLine[]) => void;
}) {
  const { t } = useTranslation(['shell', 'dashboard']);
  const entryOf = (id: string) => menus[menu].find((entry) => entry.id === id);
  const nameOf = ({ id }: MenuLine) => t(entryOf(id)?.label ?? '');
  return (
    // The list memoizes items by identity: new objects, so that each switch sees the others.
    <SortableList label={label} items={lines.map((line) => ({ ...line }))} itemName={nameOf} onReorder={onChange}>
      {(line) => {
        const entry = entryOf(line.id);
        const Icon = entry && iconOf(entry);
        return (
          <span className="flex min-w-0 flex-1 items-center gap-2">
            {Icon ? <Icon className="flex-none text-ink-3" aria-hidden="true" /> : null}
            <span className="min-w-0 flex-1">{nameOf(line)}</span>
            {isLockedIn(line.id) ? (
              <span className="muted text-xs">{t('menus.always')}</span>
            ) : (
              <Switch
                aria-label={t('menus.shows', { name: nameOf(line) })}
                isSelected={line.isShown}
                onChange={(isShown) =>
                  onChange(lines.map((item) => (item.id === line.id ? { ...item, isShown } : item)))
                }
              />
            )}
          </span>
        );
      }}
    </SortableList>
  );
}
