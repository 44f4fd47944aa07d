import { useTranslation } from 'react-i18next';
import { rowsOfAllPages } from '#base/shared/all-pages.ts';
import type { Outcome } from '#base/shared/batch.ts';
import { errorText } from '#base/shared/call.ts';
import { numberFormat } from '#base/shared/formats.ts';
import { useLocale } from '../layout/locale.ts';
import { showError, showToast } from '../overlays/toaster.tsx';
import type { TableSelection } from './table-state.ts';

type Chosen<Row> = {
  selection: TableSelection;
  /** Total number of matches. */
  total: number | undefined;
  /** The filtered list: everything that matches can be selected, other pages included. */
  readAll: (page: number, pageSize: number) => Promise<{ rows: Row[] }>;
  rowId: (row: Row) => string;
};

/** The ids of the selection, however many match. */
export async function chosenIds<Row>({
  selection,
  readAll,
  rowId,
}: Pick<Chosen<Row>, 'readAll' | 'rowId'> & { selection: Pick<TableSelection, 'isAll' | 'ids'> }): Promise<string[]> {
  return selection.isAll ? (await rowsOfAllPages(readAll)).map(rowId) : [...selection.ids];
}

/** Maximum number of reasons in a message. */
const MAX_REASONS = 3;

/** Bulk operations on a list's selection, and its size for the confirmation. */
export function useBulk<Row>({ selection, total, readAll, rowId }: Chosen<Row>) {
  const { t } = useTranslation('ui');
  const { locale } = useLocale();

  /** Reports how many rows were changed, how many were not, and why not. */
  async function report({ changed, refused }: Outcome, meant: number, verb: 'changed' | 'removed' = 'changed') {
    const rest = meant - changed - refused.reduce((sum, { count }) => sum + count, 0);
    const reasons = refused
      .slice(0, MAX_REASONS)
      .map(async ({ sentence, code, count }) => t('bulk.refused', { count, reason: await errorText(sentence, code) }));
    const lines = [
      changed > 0 || meant === 0 ? t(`bulk.${verb}`, { count: changed }) : '',
      rest > 0 ? t('bulk.unchanged', { count: rest }) : '',
      ...(await Promise.all(reasons)),
    ];
    const words = lines.filter(Boolean).join(' ');
    if (refused.length > 0) showError(words);
    else showToast(words);
  }

  /**
   * Runs the operation on the selection, which is then cleared.
   * @throws an error that concerns all rows
   */
  async function write<Result>(act: (ids: string[]) => Promise<Result>, onDone: () => Promise<unknown>) {
    const ids = await chosenIds({ selection, readAll, rowId });
    try {
      const result = await act(ids);
      selection.clear();
      return { ids, result };
    } finally {
      await onDone();
    }
  }
  /** The same for an operation that counts what it changed, with a report. */
  async function run(act: (ids: string[]) => Promise<Outcome>, onDone: () => Promise<unknown>): Promise<void> {
    const { ids, result } = await write(act, onDone);
    await report(result, ids.length);
  }
  const count = selection.isAll ? (total ?? 0) : selection.ids.size;
  return { count, number: numberFormat(locale).format(count), write, run, report };
}
