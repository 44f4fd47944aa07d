import { useTranslation } from 'react-i18next';
import type { Outcome } from '#base/shared/batch.ts';
import { errorText } from '#base/shared/call.ts';
import { rowsOfAllPages } from '#base/shared/csv.ts';
import { numberFormat } from '#base/shared/formats.ts';
import { useLocale } from '../layout/locale.ts';
import { showError, showToast } from '../overlays/toaster.tsx';
import type { TableSelection } from './table-state.ts';

type Chosen<Row> = {
  selection: TableSelection;
  /** How many match in all. */
  total: number | undefined;
  /** The list as it is filtered now: everything that matches may be chosen, also what other pages hold. */
  read: (page: number, page_size: number) => Promise<{ rows: Row[] }>;
  rowId: (row: Row) => string;
};

/** The ids of all that is chosen, however many match. */
export async function chosenIds<Row>({
  selection,
  read,
  rowId,
}: Pick<Chosen<Row>, 'read' | 'rowId'> & { selection: Pick<TableSelection, 'isAll' | 'ids'> }): Promise<string[]> {
  return selection.isAll ? (await rowsOfAllPages(read)).map(rowId) : [...selection.ids];
}

type Act = (ids: string[]) => Promise<Outcome>;
type Verb = 'changed' | 'removed';

/** How many reasons a message names. */
const MAX_REASONS = 3;

/** What is done to all that is chosen in a list, and the number that is asked about before. */
export function useBulk<Row>({ selection, total, read, rowId }: Chosen<Row>) {
  const { t } = useTranslation('ui');
  const { locale } = useLocale();

  /** Says how many were changed, how many were not, and why not. */
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

  /** Does it and says what became of it. @throws what refused it as a whole */
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

/** The same at one press, with nothing asked before; also what refuses it as a whole is said. */
export function useBulkAct(
  selection: TableSelection,
  read: Chosen<{ id: string }>['read'],
  onDone: () => Promise<unknown>,
): (act: Act, verb?: Verb) => Promise<void> {
  const { run } = useBulk({ selection, total: undefined, read, rowId: ({ id }) => id });
  return (act, verb) => run(act, onDone, verb).catch((error: Error) => void showError(error.message));
}
