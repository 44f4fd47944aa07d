import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ColumnMenu, FilterBar } from '#ui/table/table-filters.tsx';
import type { TableState } from '#ui/table/table-state.ts';
import type { Role } from '../data.ts';
import type { MemberRow } from '../directory/data.ts';
import { useMemberExport } from './member-export.ts';
import { addressOf, filterOf, MemberFilters } from './member-filters.tsx';
import { SegmentBar } from './segment-bar.tsx';

/** Over the member list: its segments and filters, the menu of columns and the export. */
export function MemberToolbar({
  state,
  roles,
  columns,
  hidden,
  onHiddenChange,
}: {
  state: TableState;
  roles: readonly Role[];
  columns: readonly Column<MemberRow>[];
  hidden: ReadonlySet<string>;
  onHiddenChange: (hidden: ReadonlySet<string>) => void;
}) {
  const { t } = useTranslation('members');
  const [, setParams] = useSearchParams();
  const exportAll = useMemberExport();
  const filter = filterOf(state);
  return (
    <div className="mt-4 grid gap-2">
      <SegmentBar filter={filter} onChoose={(next) => setParams(addressOf(next))} />
      <FilterBar
        end={
          <>
            <ColumnMenu columns={columns} hidden={hidden} onChange={onHiddenChange} />
            <IconButton label={t('list.export')} icon={Download} onPress={() => void exportAll(filter)} />
          </>
        }
      >
        <MemberFilters state={state} roles={roles} />
      </FilterBar>
    </div>
  );
}
