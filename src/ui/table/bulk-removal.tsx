import { type LucideIcon, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../buttons/button.tsx';
import { ConfirmDialog } from '../overlays/dialog.tsx';
import type { TableSelection } from './table-state.ts';

type BulkRemovalProps = {
  selection: TableSelection;
  /** Total number of matches. */
  total: number | undefined;
  onConfirm: () => Promise<void>;
  /** Consequences, and until when it can be undone; without it, that it can't. */
  children?: ReactNode;
  /** Texts other than those of a deletion. */
  label?: string;
  title?: (count: number) => string;
  icon?: LucideIcon;
};

/** A destructive bulk action: it asks first, with the number of rows. */
export function BulkRemoval({ selection, total, onConfirm, children, label, title, icon = Trash2 }: BulkRemovalProps) {
  const { t } = useTranslation('ui');
  const [isAsking, setAsking] = useState(false);
  const count = selection.isAll ? (total ?? 0) : selection.ids.size;
  return (
    <>
      <Button size="sm" variant="danger-line" icon={icon} onPress={() => setAsking(true)}>
        {label ?? t('bulk.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={title?.(count) ?? t('bulk.removeTitle', { count })}
        confirmLabel={label ?? t('bulk.remove')}
        onConfirm={onConfirm}
      >
        {children ?? t('bulk.forever')}
      </ConfirmDialog>
    </>
  );
}
