import { Download, LogIn, Mail, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../buttons/button.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { Avatar } from '../display/avatar.tsx';
import { Badge, StatusDot } from '../display/badge.tsx';
import { Money } from '../display/money.tsx';
import { EmptyState } from '../display/states.tsx';
import { RelativeTime } from '../display/time.tsx';
import { Card } from '../layout/section.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { Column } from '../table/data-table-column.ts';
import { ClearFilters, ColumnMenu, FilterBar, FilterChip, TableSearch } from '../table/table-filters.tsx';
import type { RowActions } from '../table/table-row.tsx';
import { type TableState, useTableSelection, useTableState } from '../table/table-state.ts';

type Person = {
  id: string;
  name: string;
  email: string;
  role: string;
  state: 'active' | 'invited' | 'blocked';
  courses: number;
  spent: number;
  seen: string | null;
};
const now = new Date();
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const people: Person[] = [
  {
    id: '1',
    name: 'Amara Okafor',
    email: 'amara@okafor.example',
    role: 'Student',
    state: 'active',
    courses: 3,
    spent: 37_800,
    seen: ago(2),
  },
  {
    id: '2',
    name: 'Ana Brandt',
    email: 'ana.brandt@mail.example',
    role: 'Student',
    state: 'active',
    courses: 5,
    spent: 28_800,
    seen: ago(41),
  },
  {
    id: '3',
    name: 'Giulia Bernardi',
    email: 'giulia@bernardi.example',
    role: 'Parent',
    state: 'invited',
    courses: 0,
    spent: 0,
    seen: null,
  },
  {
    id: '4',
    name: 'Konstantin Papadopoulos-Meier of the Evening School',
    email: 'k.papadopoulos-meier@university.example',
    role: 'Student',
    state: 'active',
    courses: 1,
    spent: 6_800,
    seen: ago(4_320),
  },
  {
    id: '5',
    name: 'Oleg Petrenko',
    email: 'oleg@petrenko.example',
    role: 'Student',
    state: 'blocked',
    courses: 1,
    spent: 8_900,
    seen: ago(600_000),
  },
];
const columns: Column<Person>[] = [
  {
    id: 'name',
    label: 'Member',
    sort: true,
    phone: 'main',
    cell: (row) => <Avatar name={row.name} note={row.email} hueKey={row.id} />,
  },
  { id: 'role', label: 'Role', sort: true, phone: 'under', cell: (row) => row.role },
  {
    id: 'state',
    label: 'Status',
    phone: 'side',
    cell: (row) =>
      row.state === 'active' ? (
        <StatusDot>Active</StatusDot>
      ) : (
        <Badge tone={row.state === 'blocked' ? 'error' : 'info'}>
          {row.state === 'blocked' ? 'Blocked' : 'Invited'}
        </Badge>
      ),
  },
  { id: 'courses', label: 'Courses', isEnd: true, sort: true, phone: 'hide', cell: (row) => row.courses },
  {
    id: 'spent',
    label: 'Spent',
    isEnd: true,
    sort: true,
    phone: 'hide',
    cell: (row) => <Money minor={row.spent} currency="EUR" />,
  },
  {
    id: 'seen',
    label: 'Last seen',
    isEnd: true,
    sort: 'last_seen',
    phone: 'under',
    cell: (row) => <RelativeTime when={row.seen} now={now} timeZone="UTC" />,
  },
];

const rowActions: RowActions = {
  quick: [
    { label: 'Edit', icon: Pencil },
    { label: 'Log in as', icon: LogIn, isDirectional: true },
  ],
  menu: [
    { id: 'mail', items: [{ id: 'mail', label: 'Send invitation again', icon: Mail }] },
    { id: 'end', items: [{ id: 'remove', label: 'Withdraw invitation', icon: Trash2, isDanger: true }] },
  ],
};

export function TablePart() {
  const state = useTableState({
    pageSize: 5,
    sort: { column: 'name', direction: 'ascending' },
    filters: ['role', 'status'],
  });
  const selection = useTableSelection(state);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const rows = people.filter((person) => person.name.toLowerCase().includes(state.search.toLowerCase()));
  return (
    <Card
      title="Table"
      sentence="Numbers right, tabular; actions on hover and focus; a bulk bar for the selection."
      className="lg:col-span-2"
      isBare
    >
      <Filters state={state} hidden={hidden} onHide={setHidden} />
      <DataTable
        label="Members"
        columns={columns}
        hiddenColumns={hidden}
        rows={rows}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        rowHref={(row) => `/members/${row.id}`}
        rowActions={() => rowActions}
        state={state}
        total={6418}
        selection={selection}
        bulkActions={
          <>
            <Button size="sm" variant="quiet" icon={Mail}>
              E-mail
            </Button>
            <Button size="sm" variant="quiet" className="text-error" icon={Trash2}>
              Remove
            </Button>
          </>
        }
        empty={
          <EmptyState
            title="No members match"
            drawing="search"
            actions={<Button onPress={state.clearFilters}>Clear both filters</Button>}
          >
            Nobody with this name joined this week.
          </EmptyState>
        }
        hasMedia
      />
    </Card>
  );
}

function Filters({
  state,
  hidden,
  onHide,
}: {
  state: TableState;
  hidden: ReadonlySet<string>;
  onHide: (hidden: ReadonlySet<string>) => void;
}) {
  return (
    <div className="px-4">
      <FilterBar
        end={
          <>
            <ColumnMenu columns={columns} hidden={hidden} onChange={onHide} />
            <IconButton label="Export as CSV" icon={Download} />
          </>
        }
      >
        <TableSearch state={state} label="Name, e-mail or phone" />
        <FilterChip
          label="Role"
          options={[
            { id: 'student', label: 'Student' },
            { id: 'parent', label: 'Parent' },
          ]}
          selected={state.filters.role ?? []}
          onChange={(values) => state.setFilter('role', values)}
        />
        <FilterChip
          label="Status"
          options={[{ id: 'active', label: 'Active' }]}
          selected={state.filters.status ?? []}
          onChange={(values) => state.setFilter('status', values)}
          isSingle
        />
        <ClearFilters state={state} />
      </FilterBar>
    </div>
  );
}
