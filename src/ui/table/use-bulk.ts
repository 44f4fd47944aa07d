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
  read: (page: number, page_size: number) => Promise<{ rows: Row[] }>;
  rowId: (row: Row) => string;
};

/** The ids of the selection, however many match. */
export async function chosenIds<Row>({
  selection,
  read,
  rowId,
}: Pick<Chosen<Row>, 'read' | 'rowId'> & { selection: Pick<TableSelection, 'isAll' | 'ids'> }): Promise<string[]> {
  return selection.isAll ? (await rowsOfAllPages(read)).map(rowId) : [...selection.ids];
}

type Act = (ids: string[]) => Promise<Outcome>;
type Verb = 'changed' | 'removed';

/** Maximum number of reasons in a message. */
const MAX_REASONS = 3;

/** Bulk operations on a list's selection, and its size for the confirmation. */
export function useBulk<Row>({ selection, total, read, rowId }: Chosen<Row>) {
  const { t } = useTranslation('ui');
  const { locale } = useLocale();

  /** Reports how many rows were changed, how many were not, and why not. */
  async function report({ changed, refused }: Outcome, meant: number, verb: Verb) {
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
   * Runs the operation and reports the result.
   * @throws an error that concerns all rows
   */
  async function run(act: Act, onDone: () => Promise<unknown>, verb: Verb = 'changed'): Promise<void> {
    const ids = await chosenIds({ selection, read, rowId });
    try {
      const outcome = await act(ids);
      selection.clear();
      await report(outcome, ids.length, verb);
    } finally {
      await onDone();
    }
  }
  return { number: numberFormat(locale).format(selection.isAll ? (total ?? 0) : selection.ids.size), run };
}

/** The same without a confirmation; an error that concerns all rows is shown as well. */
export function useBulkAct(
  selection: TableSelection,
  read: Chosen<{ id: string }>['read'],
  onDone: () => Promise<unknown>,
): (act: Act, verb?: Verb) => Promise<void> {
  const { run } = useBulk({ selection, total: undefined, read, rowId: ({ id }) => id });
  return (act, verb) => run(act, onDone, verb).catch((error: Error) => void showError(error.message));
}
