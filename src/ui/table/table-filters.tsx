import { ChevronDown, Columns3, Plus, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Button as BaseButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { commaList } from '#base/shared/formats.ts';
import { Button } from '../buttons/button.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { SearchField } from '../fields/search-field.tsx';
import { classNames } from '../layout/class-names.ts';
import { MenuButton } from '../overlays/menu.tsx';
import type { TableState } from './table-state.ts';

/** The toolbar of a table: search, filters, and table actions at its end. */
export function FilterBar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className="filters">
      {children}
      {end && <div className="filters-end">{end}</div>}
    </div>
  );
}

/** Debounce of the search in milliseconds. */
const typingPause = 250;

export function TableSearch({ state, label }: { state: Pick<TableState, 'search' | 'setSearch'>; label: string }) {
  const [typed, setTyped] = useState(state.search);
  const [urlSearch, setUrlSearch] = useState(state.search);
  // "Back" and "Clear filters" change the URL, and the input has to follow.
  if (urlSearch !== state.search) {
    setUrlSearch(state.search);
    setTyped(state.search);
  }
  const send = useEffectEvent(() => {
    if (typed.trim() !== state.search) state.setSearch(typed.trim());
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the debounce restarts with every key
  useEffect(() => {
    const timer = setTimeout(send, typingPause);
    return () => clearTimeout(timer);
  }, [typed]);
  return <SearchField label={label} value={typed} onChange={setTyped} maxLength={200} />;
}

export type FilterChipProps = {
  label: string;
  options: readonly { id: string; label: string }[];
  selected: readonly string[];
  onChange: (ids: string[]) => void;
  /** Single selection. */
  isSingle?: boolean;
};

/** A filter chip: dashed until something is selected, then it shows the selection. */
export function FilterChip({ label, options, selected, onChange, isSingle }: FilterChipProps) {
  const { t, i18n } = useTranslation('ui');
  const isOn = selected.length > 0;
  const words = options.filter((option) => selected.includes(option.id)).map((option) => option.label);
  return (
    <span className="inline-flex items-center gap-1">
      <MenuButton
        label={label}
        groups={[
          {
            id: label,
            items: options,
            selectionMode: isSingle ? 'single' : 'multiple',
            selectedIds: selected,
            onSelect: onChange,
          },
        ]}
        trigger={
          <BaseButton className={classNames('chip', isOn && 'is-on')}>
            {!isOn && <Plus aria-hidden="true" />}
            {label}
            {isOn && <span className="chip-value">{commaList(words, i18n.language)}</span>}
            {isOn && <ChevronDown aria-hidden="true" />}
          </BaseButton>
        }
      />
      {isOn && (
        <IconButton size="sm" icon={X} label={t('table.clearFilter', { name: label })} onPress={() => onChange([])} />
      )}
    </span>
  );
}

export function ClearFilters({ state }: { state: Pick<TableState, 'isFiltered' | 'clearFilters'> }) {
  const { t } = useTranslation('ui');
  return state.isFiltered ? (
    <Button variant="quiet" onPress={state.clearFilters}>
      {t('table.clearFilters')}
    </Button>
  ) : null;
}

type ColumnMenuProps = {
  columns: readonly { id: string; label: string }[];
  hidden: ReadonlySet<string>;
  onChange: (hidden: ReadonlySet<string>) => void;
};

/** The column visibility menu. The first column is always shown: a row needs a name. */
export function ColumnMenu({ columns, hidden, onChange }: ColumnMenuProps) {
  const { t } = useTranslation('ui');
  const choosable = columns.slice(1);
  return (
    <MenuButton
      label={t('table.columns')}
      placement="bottom end"
      trigger={<IconButton label={t('table.columns')} icon={Columns3} />}
      groups={[
        {
          id: 'columns',
          title: t('table.columns'),
          items: choosable,
          selectionMode: 'multiple',
          selectedIds: choosable.filter((column) => !hidden.has(column.id)).map((column) => column.id),
          onSelect: (shown) =>
            onChange(new Set(choosable.filter((column) => !shown.includes(column.id)).map((column) => column.id))),
        },
      ]}
    />
  );
}
