import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Cell, rowsOfAllPages } from '#base/shared/csv.ts';
import { Button } from './button.tsx';
import { downloadCsv } from './download-csv.ts';
import { showProblem, showToast } from './toaster.tsx';

/** A list as it is filtered now, whole, as a file: `cells` says what stands in each column. */
export function ExportButton<Row>({
  name,
  read,
  head,
  cells,
}: {
  name: string;
  read: (page: number, page_size: number) => Promise<{ rows: Row[] }>;
  head: readonly string[];
  cells: (row: Row) => readonly Cell[];
}) {
  const { t } = useTranslation('ui');
  const [isBusy, setBusy] = useState(false);
  async function exportAll() {
    setBusy(true);
    try {
      const rows = await rowsOfAllPages(read);
      downloadCsv(name, head, rows.map(cells));
      showToast(t('table.exported', { count: rows.length }));
    } catch (error) {
      showProblem((error as Error).message);
    }
    setBusy(false);
  }
  return (
    <Button icon={Download} isBusy={isBusy} onPress={() => void exportAll()}>
      {t('table.export')}
    </Button>
  );
}
