import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../buttons/button.tsx';
import type { IllustrationName } from '../display/illustrations.tsx';
import { EmptyState } from '../display/states.tsx';
import { PageHeader } from '../layout/page-header.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { Column } from '../table/data-table-column.ts';
import { ExportButton } from '../table/export-button.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '../table/table-filters.tsx';
import { type BulkAction, type RowActionsOf, useBulkActions, useRowActions } from './list-actions.tsx';
import { type FileColumn, fileColumns, type ListColumn } from './list-column.ts';
import type { List } from './use-list.ts';

export type ListTableProps<Row> = {
  list: List<Row>;
  /** The accessible name of the table. */
  label: string;
  columns: readonly ListColumn<Row>[];
  rowName: (row: Row) => string;
  rowHref?: (row: Row) => string;
  /** Opens a row beside the list, where it has no URL. */
  onRowOpen?: (row: Row) => void;
  rowActions?: RowActionsOf<Row>;
  /** The actions for selected rows, or buttons of the screen's own; without it rows can't be selected. */
  bulk?: readonly BulkAction[] | { buttons: ReactNode };
  /** The label of the search field; without it there is none. */
  search?: string;
  /** The screen has its own controls for search and filters. */
  hasOwnFilters?: boolean;
  /** Further controls after the filter chips, and at the end of the bar. */
  moreFilters?: ReactNode;
  filtersEnd?: ReactNode;
  /** Texts of filter values that are no option of theirs: the name behind an id that a link brought. */
  valueLabels?: Record<string, string>;
  /** The file name of the export; without it there is none. */
  exportName?: string;
  /** The columns of the file, where they are others than those of the screen. */
  exportColumns?: readonly FileColumn<Row>[];
  /** A list without rows, and what to do about it. */
  empty: { title: string; text?: ReactNode; drawing?: IllustrationName; action?: ReactNode };
  /** The title where search and filters are the reason. */
  noMatch?: string;
  /** Rows begin with a picture. */
  hasMedia?: boolean;
};

export type ListScreenProps<Row> = Omit<ListTableProps<Row>, 'label'> & {
  title: string;
  /** The name of the table, where it is not the title. */
  label?: string;
  /** Without it, the total number of rows; null for none. */
  count?: number | null;
  sentence?: ReactNode;
  /** The tabs the screen is one of, and notices. */
  tabs?: ReactNode;
  /** Buttons after the export, the primary one last. */
  actions?: ReactNode;
  /** Dialogs and panels. */
  children?: ReactNode;
};

/** A screen that is one list: header, tabs, filters, table. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { title, label = title, count, sentence, tabs, actions, children, exportName, ...table } = props;
  return (
    <main id="content" className="page">
      <PageHeader
        title={title}
        count={count === null ? undefined : (count ?? props.list.total)}
        sentence={sentence}
        actions={
          (exportName || actions) && (
            <>
              {exportName && <ListExport {...props} />}
              {actions}
            </>
          )
        }
      />
      {tabs}
      <ListTable {...table} label={label} />
      {children}
    </main>
  );
}

/** A list within a screen: filters and table. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { list, columns, bulk, exportName, filtersEnd } = props;
  const row = useRowActions(list, props.rowActions);
  const many = useBulkActions(list, bulk && !('buttons' in bulk) ? bulk : []);
  return (
    <>
      {props.hasOwnFilters ? null : (
        <ListFilters
          {...props}
          filtersEnd={
            (filtersEnd || exportName) && (
              <>
                {filtersEnd}
                {exportName && <ListExport {...props} />}
              </>
            )
          }
        />
      )}
      <DataTable
        label={props.label}
        columns={columns.filter((column): column is Column<Row> => column.cell !== undefined)}
        rows={list.rows}
        rowId={list.rowId}
        rowName={props.rowName}
        rowHref={props.rowHref}
        onRowOpen={props.onRowOpen}
        rowActions={row.rowActions}
        state={list.state}
        total={list.total}
        selection={bulk && list.selection}
        bulkActions={bulk && ('buttons' in bulk ? bulk.buttons : many.buttons)}
        isRefreshing={list.isRefreshing}
        error={list.error}
        onRetry={list.retry}
        empty={<NoRows {...props} />}
        hasMedia={props.hasMedia}
      />
      {row.dialog}
      {many.dialog}
    </>
  );
}

type ListFiltersProps<Row> = Pick<
  ListTableProps<Row>,
  'list' | 'search' | 'moreFilters' | 'filtersEnd' | 'valueLabels'
>;

/** Search, a chip for each filter, and what clears them. */
function ListFilters<Row>({ list, search, moreFilters, filtersEnd, valueLabels = {} }: ListFiltersProps<Row>) {
  const { state } = list;
  const chips = Object.entries(list.filters).flatMap(([name, { label, options, isSingle, usual }]) => {
    const chosen = state.filters[name] ?? [];
    const selected = usual && chosen.length === 0 ? [usual] : chosen;
    if (!label || (options ?? selected).length === 0) return [];
    return [
      <FilterChip
        key={name}
        label={label}
        isSingle={isSingle}
        options={options ?? selected.map((id) => ({ id, label: valueLabels[name] ?? id }))}
        selected={options ? options.map(({ id }) => id).filter((id) => selected.includes(id)) : selected}
        onChange={(values) => state.setFilter(name, values)}
      />,
    ];
  });
  if (!search && !moreFilters && !filtersEnd && Object.keys(list.filters).length === 0) return null;
  return (
    <FilterBar end={filtersEnd}>
      {search && <TableSearch state={state} label={search} />}
      {chips}
      {moreFilters}
      <ClearFilters state={state} />
    </FilterBar>
  );
}

function NoRows<Row>({ list, empty, noMatch }: Pick<ListTableProps<Row>, 'list' | 'empty' | 'noMatch'>) {
  const { t } = useTranslation('ui');
  if (!list.state.isFiltered) {
    return (
      <EmptyState title={empty.title} drawing={empty.drawing} actions={empty.action}>
        {empty.text}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={noMatch ?? t('search.nothing')}
      drawing="search"
      actions={<Button onPress={list.state.clearFilters}>{t('table.clearFilters')}</Button>}
    >
      {t('table.noMatchText')}
    </EmptyState>
  );
}

type ListExportProps<Row> = Pick<ListTableProps<Row>, 'exportName' | 'list' | 'columns' | 'exportColumns'>;

function ListExport<Row>({ exportName = '', list, columns, exportColumns }: ListExportProps<Row>) {
  const inFile = exportColumns ?? fileColumns(columns);
  return (
    <ExportButton
      name={exportName}
      read={list.readAll}
      head={inFile.map(({ label }) => label)}
      cells={(row) => inFile.map(({ csv }) => csv(row))}
    />
  );
}
