import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger, GridList, GridListItem } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Pagination } from '#ui/table/pagination.tsx';
import { mediaQueries } from '../data.ts';
import { folderPath, uploadTypes } from '../rules.ts';
import type { MediaFile, MediaKind } from '../schema.ts';
import { MediaThumb } from './media-thumb.tsx';
import { UploadList } from './upload-list.tsx';
import { useSending } from './use-sending.ts';

const PAGE = 24;
/** Options of the folder filter that are no folder. */
const ALL_FOLDERS = 'everywhere';

type PickerFilter = { search: string; folder: string; page: number };

/** Picks a file of the library, or uploads a new one. */
export function MediaPicker({
  kind = 'image',
  onPick,
  onClose,
}: {
  kind?: MediaKind;
  onPick: (file: MediaFile) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('media');
  const db = useDb();
  const { account_id } = useAccount();
  const [filter, setFilter] = useState<PickerFilter>({ search: '', folder: ALL_FOLDERS, page: 1 });
  const [picked, setPicked] = useState<MediaFile | null>(null);
  const { search, page } = filter;
  const folder = filter.folder === ALL_FOLDERS ? undefined : filter.folder;
  const list = useQuery({
    ...mediaQueries.files(db, account_id, { folder, search, kinds: [kind], page, pageSize: PAGE }),
    placeholderData: keepPreviousData,
  });

  return (
    <Dialog
      isOpen
      isWide
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('picker.title')}
      footer={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button variant="primary" isDisabled={!picked} onPress={() => picked && onPick(picked)}>
            {t('picker.choose')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-end gap-3">
          <PickerFilters filter={filter} onChange={setFilter} />
          <UploadButton kind={kind} folder={folder ?? null} />
        </div>
        <UploadList />
        {list.isError ? <ErrorState onRetry={() => void list.refetch()} /> : null}
        {list.isPending ? <SkeletonText lines={4} /> : null}
        {list.data && !list.isError ? (
          <FileGrid {...{ picked, setPicked, onPick }} files={list.data.rows} isSearch={search !== ''} />
        ) : null}
        {list.data && list.data.total > PAGE ? (
          <Pagination
            label={t('picker.title')}
            page={page}
            pageSize={PAGE}
            total={list.data.total}
            onPage={(next) => setFilter({ ...filter, page: next })}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

function PickerFilters({ filter, onChange }: { filter: PickerFilter; onChange: (filter: PickerFilter) => void }) {
  const { t } = useTranslation('media');
  const db = useDb();
  const { account_id } = useAccount();
  const folders = useQuery(mediaQueries.folders(db, account_id)).data ?? [];
  return (
    <>
      <SearchField
        className="min-w-40 flex-1"
        label={t('library.search')}
        value={filter.search}
        maxLength={200}
        onChange={(search) => onChange({ ...filter, search, page: 1 })}
      />
      {folders.length > 0 ? (
        <Select
          aria-label={t('picker.folder')}
          label={null}
          value={filter.folder}
          onChange={(folder) => onChange({ ...filter, folder, page: 1 })}
          options={[
            { id: ALL_FOLDERS, label: t('picker.everywhere') },
            ...folders.map(({ id }) => ({
              id,
              label: folderPath(folders, id)
                .map(({ name }) => name)
                .join(' / '),
            })),
          ]}
        />
      ) : null}
    </>
  );
}

function UploadButton({ kind, folder }: { kind: MediaKind; folder: string | null }) {
  const { t } = useTranslation('media');
  const { send } = useSending();
  const accept = uploadTypes.filter((type) => kind === 'document' || type.startsWith(`${kind}/`));
  return (
    <FileTrigger
      acceptedFileTypes={accept}
      allowsMultiple
      onSelect={(list) => list && void send([...list], { folder_id: folder }, accept)}
    >
      <Button icon={Upload}>{t('library.upload')}</Button>
    </FileTrigger>
  );
}

type FileGridProps = {
  files: readonly MediaFile[];
  picked: MediaFile | null;
  setPicked: (file: MediaFile | null) => void;
  onPick: (file: MediaFile) => void;
  isSearch: boolean;
};

function FileGrid({ files, picked, setPicked, onPick, isSearch }: FileGridProps) {
  const { t } = useTranslation('media');
  return (
    <GridList
      aria-label={t('picker.title')}
      className="media-grid media-pick"
      layout="grid"
      items={files}
      selectionMode="single"
      selectionBehavior="replace"
      selectedKeys={picked ? [picked.id] : []}
      onSelectionChange={(keys) => setPicked(files.find(({ id }) => keys !== 'all' && keys.has(id)) ?? null)}
      onAction={(key) => {
        const file = files.find(({ id }) => id === key);
        if (file) onPick(file);
      }}
      renderEmptyState={() => (
        <EmptyState title={t(isSearch ? 'library.noMatchTitle' : 'picker.emptyTitle')} drawing="search">
          {t(isSearch ? 'library.noMatchText' : 'picker.emptyText')}
        </EmptyState>
      )}
    >
      {(file) => (
        <GridListItem id={file.id} textValue={file.name} className="media-tile">
          <div className="media-face">
            <MediaThumb key={file.version} file={file} width={320} />
          </div>
          <div className="media-words">
            <span className="cut" dir="auto" title={file.name}>
              {file.name}
            </span>
          </div>
        </GridListItem>
      )}
    </GridList>
  );
}
