import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '#base/shared/formats.ts';
import { Button } from '../buttons/button.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { useLocale } from '../layout/locale.ts';
import type { TableSelection } from './table-state.ts';

type BulkBarProps = { selection: TableSelection; total?: number; shownCount: number; children: ReactNode };

/** Bulk actions for the selection, above the table's header. */
export function BulkBar({ selection, total, shownCount, children }: BulkBarProps) {
  const { t } = useTranslation('ui');
  const { locale } = useLocale();
  const format = numberFormat(locale);
  const count = selection.isAll ? (total ?? selection.ids.size) : selection.ids.size;
  const canSelectAll =
    !selection.isAll && total !== undefined && total > shownCount && selection.ids.size >= shownCount;
  return (
    <div className="bulk">
      <span className="row">
        <IconButton size="sm" label={t('table.clearSelection')} icon={X} onPress={selection.clear} />
        <b className="font-medium num" aria-live="polite">
          {t('table.selected', { count, formatted: format.format(count) })}
        </b>
        {canSelectAll && (
          <Button size="sm" variant="quiet" className="text-primary" onPress={selection.selectAll}>
            {t('table.selectAll', { total: format.format(total) })}
          </Button>
        )}
      </span>
      <span className="bulk-actions">{children}</span>
    </div>
  );
}

/**
 * Announces a cleared selection to screen readers. The live region is always mounted, because a region inserted
 * together with its text is not announced.
 */
export function SelectionStatus({ selection }: { selection: TableSelection | undefined }) {
  const { t } = useTranslation('ui');
  if (!selection) return null;
  return (
    <span className="vh" role="status">
      {selection.isCleared ? t('table.selectionCleared') : ''}
    </span>
  );
}
