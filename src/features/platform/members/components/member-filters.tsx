import { useTranslation } from 'react-i18next';
import { ClearFilters, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import type { TableState } from '#ui/table/table-state.ts';
import type { Role } from '../data.ts';
import type { MemberFilter, MemberOrder } from '../directory/data.ts';
import { useRoleNames } from './role-name.ts';

export const filterNames = ['role', 'status', 'joined', 'parent'] as const;

/** Converts the URL's table state to the filter sent to the server. */
export function filterOf({ search, filters }: Pick<TableState, 'search' | 'filters'>): MemberFilter {
  const [status] = filters.status ?? [];
  const [joined] = filters.joined ?? [];
  const [parent] = filters.parent ?? [];
  return {
    ...(search ? { search } : {}),
    ...(filters.role?.length ? { roles: filters.role } : {}),
    ...(status === 'active' || status === 'blocked' ? { status } : {}),
    ...(joined && /^\d{1,4}$/.test(joined) ? { joined_within_days: joined } : {}),
    ...(parent === 'true' || parent === 'false' ? { has_parent: parent } : {}),
  };
}

/** The same for the sort order. */
export function orderOf({ sort }: Pick<TableState, 'sort'>): MemberOrder {
  return { column: sort?.column ?? 'name', isAscending: sort?.direction !== 'descending' };
}

/** Converts a filter to URL parameters. */
export function addressOf(filter: MemberFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (filter.search) params.set('q', filter.search);
  for (const role of filter.roles ?? []) params.append('role', role);
  if (filter.status) params.set('status', filter.status);
  if (filter.joined_within_days) params.set('joined', filter.joined_within_days);
  if (filter.has_parent) params.set('parent', filter.has_parent);
  return params;
}

export function MemberFilters({ state, roles }: { state: TableState; roles: readonly Role[] }) {
  const { t } = useTranslation('members');
  const nameOf = useRoleNames();
  return (
    <>
      <TableSearch state={state} label={t('list.search')} />
      <FilterChip
        label={t('list.role')}
        options={roles.map((role) => ({ id: role.role_id, label: nameOf(role) }))}
        selected={state.filters.role ?? []}
        onChange={(ids) => state.setFilter('role', ids)}
      />
      <FilterChip
        label={t('list.status')}
        isSingle
        options={[
          { id: 'active', label: t('list.active') },
          { id: 'blocked', label: t('list.blocked') },
        ]}
        selected={state.filters.status ?? []}
        onChange={(ids) => state.setFilter('status', ids)}
      />
      <FilterChip
        label={t('list.joined')}
        isSingle
        options={[7, 30, 90, 365].map((days) => ({ id: String(days), label: t('list.withinDays', { count: days }) }))}
        selected={state.filters.joined ?? []}
        onChange={(ids) => state.setFilter('joined', ids)}
      />
      <FilterChip
        label={t('list.parents')}
        isSingle
        options={[
          { id: 'true', label: t('list.withParent') },
          { id: 'false', label: t('list.withoutParent') },
        ]}
        selected={state.filters.parent ?? []}
        onChange={(ids) => state.setFilter('parent', ids)}
      />
      <ClearFilters state={state} />
    </>
  );
}
