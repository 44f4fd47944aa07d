import { type LucideIcon, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '#base/shared/batch.ts';
import { Button } from '../buttons/button.tsx';
import { type Save, useSave } from '../fields/use-save.ts';
import { ConfirmDialog } from '../overlays/dialog.tsx';
import type { RowActions } from '../table/table-row.tsx';
import { useBulk } from '../table/use-bulk.ts';
import type { List } from './use-list.ts';

type Confirmation = { title: string; text: ReactNode; isDanger?: boolean; cancelLabel?: string };

/** What can be done with one row: a link, a press of the screen's own, or a write that the list runs. */
export type RowAction = {
  id: string;
  label: string;
  icon?: LucideIcon;
  /** Shown beside the menu on hover and focus: at most two. */
  isQuick?: boolean;
  /** Stands last, behind a line. */
  isDanger?: boolean;
  href?: string;
  target?: string;
  onAction?: () => void;
  /** A write: the list is read anew afterwards. */
  run?: () => Promise<unknown>;
  /** The toast after the write. */
  done?: string;
  /** Offered in that toast: a write that takes back the first one, and its toast. */
  undo?(result: unknown): Promise<unknown>;
  undone?: string;
  /** Asked before the write. */
  confirm?: Confirmation & { label?: string };
};

/** What can be done with the selected rows. */
export type BulkAction = {
  /** Without it, "Delete". */
  label?: string;
  icon?: LucideIcon;
  isDanger?: boolean;
  /** An `Outcome` counts what was changed, and what was not and why; anything else needs `done`. */
  run?: (ids: string[]) => Promise<unknown>;
  /** A press of the screen's own instead, as for a dialog that asks for more. */
  onAction?: () => void;
  verb?: 'changed' | 'removed';
  done?: (count: number) => string;
  /** Offered in that toast. */
  undo?(result: unknown): Promise<unknown>;
  /**
   * Asked before: without a title and text, whether to delete so many entries for good. The title gets the count, and
   * the same as a formatted number.
   */
  confirm?: {
    title?: (count: number, number: string) => string;
    text?: ReactNode;
    isDanger?: boolean;
    cancelLabel?: string;
  };
};

/** Actions of the screen by row; those that do not apply are falsy. */
export type RowActionsOf<Row> = (row: Row) => readonly (RowAction | false | null | undefined)[];

type Pending = { action: RowAction; isOpen: boolean };

/** Turns the actions of a row into its buttons and menu, and renders their question. */
export function useRowActions<Row>(list: List<Row>, actionsOf: RowActionsOf<Row> | undefined) {
  const { t } = useTranslation('ui');
  const [pending, setPending] = useState<Pending>();
  const writing: Save<RowAction> = useSave(
    async (action: RowAction) => {
      const result = await action.run?.();
      await list.refresh();
      return result;
    },
    {
      done: (result, { id, label, done, undo, undone }) =>
        done === undefined
          ? undefined
          : {
              text: done,
              action: undo && {
                label: t('bulk.undo'),
                onAction: () => void writing.save({ id, label, run: () => undo(result), done: undone }),
              },
            },
    },
  );
  function start(action: RowAction) {
    if (action.onAction) action.onAction();
    else if (action.confirm) setPending({ action, isOpen: true });
    else void writing.save(action);
  }
  const rowActions = (row: Row) => controlsOf(actionsOf?.(row) ?? [], start);
  const { action, isOpen = false } = pending ?? {};
  const dialog = action?.confirm && (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={() => setPending({ action, isOpen: false })}
      title={action.confirm.title}
      confirmLabel={action.confirm.label ?? action.label}
      cancelLabel={action.confirm.cancelLabel}
      isDanger={action.confirm.isDanger}
      onConfirm={() => writing.saveOrThrow(action)}
    >
      {action.confirm.text}
    </ConfirmDialog>
  );
  return { rowActions: actionsOf && rowActions, dialog };
}

/** The quick buttons and the menu of a row; dangerous actions last. */
function controlsOf(offered: ReturnType<RowActionsOf<unknown>>, start: (action: RowAction) => void): RowActions {
  const actions = offered.filter((action) => typeof action === 'object' && action !== null);
  const itemOf = (action: RowAction) => ({
    ...action,
    onAction: action.href ? undefined : () => start(action),
  });
  const inMenu = actions.filter(({ isQuick }) => !isQuick).map(itemOf);
  const groups = [
    { id: 'work', items: inMenu.filter(({ isDanger }) => !isDanger) },
    { id: 'end', items: inMenu.filter(({ isDanger }) => isDanger) },
  ];
  return {
    quick: actions.flatMap((action) =>
      action.isQuick && action.icon ? [{ ...itemOf(action), icon: action.icon }] : [],
    ),
    menu: groups.filter(({ items }) => items.length > 0),
  };
}

function isOutcome(result: unknown): result is Outcome {
  return typeof result === 'object' && result !== null && 'refused' in result;
}

/** The buttons for the selected rows, and their question. */
export function useBulkActions<Row>(list: List<Row>, actions: readonly BulkAction[]) {
  const { t } = useTranslation('ui');
  const bulk = useBulk(list);
  const [pending, setPending] = useState<{ action: BulkAction; count: number; number: string; isOpen: boolean }>();
  const undoing = useSave((undo: () => Promise<unknown>) => undo().then(list.refresh));
  const writing: Save<BulkAction> = useSave(
    async (action: BulkAction) => {
      const { ids, result } = await bulk.write(async (chosen) => action.run?.(chosen), list.refresh);
      if (isOutcome(result)) await bulk.report(result, ids.length, action.verb);
      return { ids, result };
    },
    {
      done: ({ ids, result }, { done, undo }) =>
        done && {
          text: done(ids.length),
          action: undo && { label: t('bulk.undo'), onAction: () => void undoing.save(() => undo(result)) },
        },
    },
  );
  function start(action: BulkAction) {
    if (action.onAction) action.onAction();
    else if (action.confirm) setPending({ action, count: bulk.count, number: bulk.number, isOpen: true });
    else void writing.save(action);
  }
  const labelOf = (action: BulkAction) => action.label ?? t('bulk.remove');
  const buttons = actions.map((action) => (
    <Button
      key={labelOf(action)}
      size="sm"
      variant={action.isDanger ? 'danger-line' : undefined}
      icon={action.icon ?? (action.isDanger ? Trash2 : undefined)}
      isBusy={writing.isSaving}
      onPress={() => start(action)}
    >
      {labelOf(action)}
    </Button>
  ));
  const { action, count = 0, number = '', isOpen = false } = pending ?? {};
  const dialog = action?.confirm && (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={() => setPending({ action, count, number, isOpen: false })}
      title={action.confirm.title?.(count, number) ?? t('bulk.removeTitle', { count })}
      confirmLabel={labelOf(action)}
      cancelLabel={action.confirm.cancelLabel}
      isDanger={action.confirm.isDanger ?? action.isDanger ?? false}
      onConfirm={() => writing.saveOrThrow(action)}
    >
      {action.confirm.text ?? t('bulk.forever')}
    </ConfirmDialog>
  );
  return { buttons, dialog };
}
