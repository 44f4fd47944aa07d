import { LayoutGrid, List } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Segmented } from '#ui/fields/segmented.tsx';
import { Select } from '#ui/fields/select.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { formatSort, parseSort, type TableState } from '#ui/table/table-state.ts';
import { mediaKinds } from '../schema.ts';

const sorts = ['-created_at', 'created_at', 'name', '-name', '-bytes', 'bytes'];

/** Search, filters, order and view of the library. */
export function LibraryFilters({ state, isList }: { state: TableState; isList: boolean }) {
  const { t } = useTranslation('media');
  return (
    <FilterBar
      end={
        <>
          {isList ? null : (
            <Select
              aria-label={t('sort.label')}
              label={null}
              value={state.sort ? formatSort(state.sort) : '-created_at'}
              onChange={(id) => {
                const sort = parseSort(id);
                if (sort) state.setSort(sort);
              }}
              options={sorts.map((id) => ({ id, label: t(`sort.${id}`) }))}
            />
          )}
          <ViewSwitch isList={isList} />
        </>
      }
    >
      <TableSearch state={state} label={t('library.search')} />
      <FilterChip
        label={t('file.kind')}
        options={mediaKinds.map((id) => ({ id, label: t(`kind.${id}`) }))}
        selected={state.filters.kind ?? []}
        onChange={(ids) => state.setFilter('kind', ids)}
      />
      <ClearFilters state={state} />
    </FilterBar>
  );
}

function ViewSwitch({ isList }: { isList: boolean }) {
  const { t } = useTranslation('media');
  const [, setParams] = useSearchParams();
  return (
    <Segmented
      label={t('view.label')}
      value={isList ? 'list' : 'grid'}
      onChange={(view) =>
        setParams(
          (previous) => {
            const next = new URLSearchParams(previous);
            if (view === 'list') next.set('view', view);
            else next.delete('view');
            return next;
          },
          { replace: true, preventScrollReset: true },
        )
      }
      options={[
        { id: 'grid', label: t('view.grid'), icon: LayoutGrid },
        { id: 'list', label: t('view.list'), icon: List },
      ]}
    />
  );
}
