import { type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

type Credential = { id: string; name: string };

type CredentialListProps<Row> = {
  rows: readonly Row[];
  query: { isError: boolean; isPending: boolean; refetch: () => unknown };
  rowIcon: (row: Row) => LucideIcon;
  rowTitle: (row: Row) => string;
  rowNote: (row: Row) => ReactNode;
  /** Rejects with the error to show in the dialog; without it, rows have no button to rename. */
  onRename?: (row: Row, name: string) => Promise<void>;
  removeLabel: string;
  removeText: string;
  onRemove: (row: Row) => Promise<void>;
};

/** What a user signs in with, second factors or passkeys, each to rename and remove. */
export function CredentialList<Row extends Credential>(props: CredentialListProps<Row>) {
  const { rows, query, onRename, onRemove } = props;
  const { t } = useTranslation('members');
  const [renaming, setRenaming] = useState<Row>();
  const [removing, setRemoving] = useState<Row>();
  return (
    <>
      {query.isError ? <ErrorState onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <SkeletonList rows={1} hasMedia={false} /> : null}
      {rows.length > 0 ? (
        <ul className="list card overflow-hidden">
          {rows.map((row) => (
            <CredentialRow
              key={row.id}
              name={row.name}
              icon={props.rowIcon(row)}
              title={props.rowTitle(row)}
              note={props.rowNote(row)}
              onRename={onRename && (() => setRenaming(row))}
              onRemove={() => setRemoving(row)}
            />
          ))}
        </ul>
      ) : null}
      {renaming && onRename ? (
        <RenameDialog
          name={renaming.name}
          onClose={() => setRenaming(undefined)}
          onSave={(name) => onRename(renaming, name)}
        />
      ) : null}
      <ConfirmDialog
        isOpen={removing !== undefined}
        onOpenChange={(isOpen) => !isOpen && setRemoving(undefined)}
        title={t('second.removeTitle', { name: removing?.name ?? '' })}
        confirmLabel={props.removeLabel}
        onConfirm={async () => removing && onRemove(removing)}
      >
        {props.removeText}
      </ConfirmDialog>
    </>
  );
}

function CredentialRow({
  name,
  icon: Icon,
  title,
  note,
  onRename,
  onRemove,
}: {
  name: string;
  icon: LucideIcon;
  title: string;
  note: ReactNode;
  onRename: (() => void) | undefined;
  onRemove: () => void;
}) {
  const { t } = useTranslation('members');
  return (
    <li className="list-row">
      <Icon aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <bdi className="cut block font-medium">{title}</bdi>
        <span className="help">{note}</span>
      </span>
      {onRename ? <IconButton label={t('second.rename', { name })} icon={Pencil} onPress={onRename} /> : null}
      <IconButton label={t('second.remove', { name })} icon={Trash2} onPress={onRemove} />
    </li>
  );
}
