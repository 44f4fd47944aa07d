import { queryOptions, useQuery } from '@tanstack/react-query';
import { useDb } from '#base/browser/db-client.ts';
import { staleTimes } from '#base/browser/query-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import type { ShellPerson } from '../shell/shell-person.ts';
import { isAllowedAt } from './access.ts';
import { arranged, visibleEntries } from './menu-rules.ts';
import { type MenuEntry, memberMenu, ownerMenu, profileMenu, quickCreateMenu, superAdminMenu } from './menus.ts';

export type ShellMenus = {
  main: MenuEntry[];
  manage: MenuEntry[];
  create: MenuEntry[];
  /** Whether the person may open an address of the dashboard. */
  canOpen: (pathname: string) => boolean;
};

/** The stored lists of enabled items of an account's two menus, by the keys of their options. */
export type StoredMenus = { memberMenu?: unknown; profileMenu?: unknown };

export function menuOrders(db: Db, accountId: string) {
  return queryOptions({
    queryKey: ['options', accountId, 'menuOrders'],
    queryFn: async () => {
      const rows = dataOf(
        await db
          .from('options')
          .select('key, value')
          .eq('account_id', accountId)
          .in('key', ['memberMenu', 'profileMenu']),
      ) as { key: string; value: unknown }[];
      return Object.fromEntries(rows.map((row) => [row.key, row.value])) as StoredMenus;
    },
    staleTime: staleTimes.option,
  });
}

/** The menus of a person on this host. */
export function useShellMenus(person: ShellPerson): ShellMenus {
  const db = useDb();
  const account = useAccount();
  const stored = useQuery({ ...menuOrders(db, account.account_id), enabled: person.kind === 'member' });
  const access = { caps: person.caps, features: account.features };
  const entriesOf = (menu: readonly MenuEntry[], order?: unknown) => arranged(visibleEntries(menu, access), order);
  if (person.kind !== 'member') {
    const menu = person.kind === 'superAdmin' ? superAdminMenu : ownerMenu;
    return {
      main: entriesOf(menu),
      manage: [],
      create: [],
      canOpen: (pathname) => isAllowedAt(pathname, { ...access, kind: person.kind }),
    };
  }
  return {
    main: entriesOf(memberMenu, stored.data?.memberMenu),
    manage: entriesOf(profileMenu, stored.data?.profileMenu),
    create: entriesOf(quickCreateMenu),
    canOpen: (pathname) => isAllowedAt(pathname, { ...access, kind: person.kind }),
  };
}
