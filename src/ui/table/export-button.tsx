import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pagesOf } from '#base/shared/all-pages.ts';
import type { Cell } from '#base/shared/csv.ts';
import { Button } from '../buttons/button.tsx';
import { showError, showToast } from '../overlays/toaster.tsx';
import { downloadCsvInPages } from './download-csv.ts';

type Columns<Row> = { head: readonly string[]; cells: (row: Row) => readonly Cell[] };
type ExportButtonProps<Row> = {
  name: string;
  read: (page: number, page_size: number) => Promise<{ rows: readonly Row[] }>;
} & (Columns<Row> | { columns: () => Promise<Columns<Row>> });

/**
 * Exports the filtered list, all pages, as a file: `cells` formats each column; `columns` where they have to be fetched
 * first.
 */
export function ExportButton<Row>(props: ExportButtonProps<Row>) {
  const { t } = useTranslation('ui');
  const [isBusy, setBusy] = useState(false);
  async function exportAll() {
    setBusy(true);
    try {
      const { head, cells } = 'columns' in props ? await props.columns() : props;
      const count = await downloadCsvInPages(props.name, head, pagesOf(props.read), cells);
      showToast(t('table.exported', { count }));
    } catch (error) {
      showError((error as Error).message);
    }
    setBusy(false);
  }
  return (
    <Button icon={Download} isBusy={isBusy} onPress={() => void exportAll()}>
      {t('table.export')}
    </Button>
  );
}
