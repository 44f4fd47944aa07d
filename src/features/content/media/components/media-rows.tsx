import { Folder } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { formatSize } from '#ui/fields/file-rules.ts';
import type { MenuGroup } from '#ui/overlays/menu-groups.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import type { TableSelection, TableState } from '#ui/table/table-state.ts';
import type { Entry } from './entries.ts';
import { MediaThumb } from './media-thumb.tsx';

type MediaRowsProps = {
  label: string;
  entries: readonly Entry[];
  total: number | undefined;
  state: TableState;
  selection: TableSelection;
  bulkActions: ReactNode;
  onOpen: (entry: Entry) => void;
  menuOf: (entry: Entry) => readonly MenuGroup[];
};

/** The library as a table, sorted by its column headers. */
export function MediaRows({ label, entries, total, state, selection, bulkActions, onOpen, menuOf }: MediaRowsProps) {
  const { t } = useTranslation('media');
  const { locale } = useSite();
  const day = dateFormat(locale, { dateStyle: 'medium' });
  const columns: Column<Entry>[] = [
    {
      id: 'name',
      label: t('file.name'),
      sort: true,
      phone: 'main',
      cell: (entry) => <EntryName entry={entry} onOpen={onOpen} />,
    },
    {
      id: 'kind',
      label: t('file.kind'),
      sort: true,
      phone: 'under',
      cell: ({ file }) => (file ? t(`kind.${file.kind}`) : t('folder.one')),
    },
    {
      id: 'size',
      label: t('file.dimensions'),
      cell: ({ file }) =>
        file?.width && file.height ? <span dir="ltr">{`${file.width} × ${file.height}`}</span> : null,
    },
    {
      id: 'created_at',
      label: t('file.added'),
      sort: true,
      cell: ({ file, folder }) => day.format(new Date((file ?? folder).created_at)),
    },
    {
      id: 'bytes',
      label: t('file.weight'),
      sort: true,
      isEnd: true,
      phone: 'side',
      cell: ({ file, folder }) =>
        file ? formatSize(file.bytes, locale) : t('folder.count', { count: folder?.count ?? 0 }),
    },
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={entries}
      rowId={(entry) => entry.id}
      rowName={(entry) => entry.name}
      rowActions={(entry) => ({ menu: menuOf(entry) })}
      state={state}
      total={total}
      selection={selection}
      bulkActions={bulkActions}
      empty={null}
      hasMedia
    />
  );
}

function EntryName({ entry, onOpen }: { entry: Entry; onOpen: (entry: Entry) => void }) {
  return (
    <button type="button" className="media-row-name" onClick={() => onOpen(entry)}>
      <span className="media-row-face">
        {entry.file ? (
          <MediaThumb key={entry.file.version} file={entry.file} width={96} />
        ) : (
          <Folder aria-hidden="true" className="media-icon" />
        )}
      </span>
      <span className="cut" dir="auto" title={entry.name}>
        {entry.name}
      </span>
    </button>
  );
}
