import { Ellipsis, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Link } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { IconButton, IconLink } from '../buttons/icon-button.tsx';
import { ContentText } from '../display/content-language.tsx';
import { classNames } from '../layout/class-names.ts';
import { MenuButton } from '../overlays/menu.tsx';
import type { MenuGroup } from '../overlays/menu-groups.ts';
import type { Column } from './data-table-column.ts';
import { RowCheck } from './row-check.tsx';
import type { TableSelection } from './table-state.ts';

export type RowActions = {
  /** Shown on hover and focus, at most two: the most frequent ones. */
  quick?: readonly { label: string; icon: LucideIcon; href?: string; isDirectional?: boolean; onAction?: () => void }[];
  /** In the overflow menu, destructive ones last. */
  menu?: readonly MenuGroup[];
};

type TableRowProps<Row> = {
  row: Row;
  id: string;
  name: string;
  href?: string;
  /** Where a row has no URL: the action of its main cell. */
  onOpen?: () => void;
  actions?: RowActions;
  columns: readonly Column<Row>[];
  selection?: TableSelection;
  /** Columns a list on a phone hides are not rendered there. */
  isNarrow: boolean;
  /** Where only some rows are rendered: its index from 0, and a ref that measures its height. */
  position?: { index: number; measure?: (element: HTMLTableRowElement | null) => void };
};

export function TableRow<Row>({
  row,
  id,
  name,
  href,
  onOpen,
  actions,
  columns,
  selection,
  isNarrow,
  position,
}: TableRowProps<Row>) {
  const isSelected = selection !== undefined && (selection.isAll || selection.ids.has(id));
  const mainId = (columns.find((column) => column.phone === 'main') ?? columns[0])?.id;
  return (
    <tr
      ref={position?.measure}
      className={isSelected ? 'is-selected' : undefined}
      data-index={position?.index}
      // The header is the first row of a table.
      aria-rowindex={position && position.index + 2}
    >
      {selection && <CheckCell id={id} name={name} isSelected={isSelected} selection={selection} />}
      {columns.map((column) => {
        const isMain = column.id === mainId;
        const phonePosition = isMain ? 'main' : (column.phone ?? 'hide');
        if (isNarrow && phonePosition === 'hide') return null;
        return (
          <td
            key={column.id}
            data-label={column.isEnd ? column.label : undefined}
            className={classNames(`cell-${phonePosition}`, column.isEnd && 'is-end')}
          >
            {isMain ? (
              <MainContent href={href} onOpen={onOpen}>
                {contentOf(column, row)}
              </MainContent>
            ) : (
              contentOf(column, row)
            )}
          </td>
        );
      })}
      {actions && <ActionCell name={name} actions={actions} isNarrow={isNarrow} />}
    </tr>
  );
}

function CheckCell({
  id,
  name,
  isSelected,
  selection,
}: {
  id: string;
  name: string;
  isSelected: boolean;
  selection: TableSelection;
}) {
  const { t } = useTranslation('ui');
  return (
    <td className="cell-check">
      <RowCheck
        aria-label={t('table.select', { name })}
        isSelected={isSelected}
        onChange={(value) => selection.toggle(id, value)}
      />
    </td>
  );
}

function contentOf<Row>(column: Column<Row>, row: Row): ReactNode {
  const cell = column.cell(row);
  if (column.isWritten) return <ContentText isApart>{cell}</ContentText>;
  // A plain text may have another direction than its row.
  return typeof cell === 'string' ? <bdi>{cell}</bdi> : cell;
}

/** The main cell opens its row, where there is something to open. */
function MainContent({
  href,
  onOpen,
  children,
}: Pick<TableRowProps<unknown>, 'href' | 'onOpen'> & { children: ReactNode }) {
  if (href)
    return (
      <Link href={href} className="cell-link">
        {children}
      </Link>
    );
  if (!onOpen) return children;
  return (
    <Button className="cell-link" onPress={onOpen}>
      {children}
    </Button>
  );
}

function ActionCell({ name, actions, isNarrow }: { name: string; actions: RowActions; isNarrow: boolean }) {
  const { t } = useTranslation('ui');
  const hasMenu = (actions.menu?.length ?? 0) > 0;
  // Without a menu, the last quick action stays visible.
  const quick = isNarrow ? actions.quick?.slice(hasMenu ? actions.quick.length : -1) : actions.quick;
  return (
    <td className="cell-actions">
      <span className="row-actions">
        {quick?.map((action) =>
          action.href ? (
            <IconLink
              key={action.label}
              className="is-shy"
              size="sm"
              label={action.label}
              icon={action.icon}
              isDirectional={action.isDirectional}
              href={action.href}
            />
          ) : (
            <IconButton
              key={action.label}
              className="is-shy"
              size="sm"
              label={action.label}
              icon={action.icon}
              isDirectional={action.isDirectional}
              onPress={action.onAction}
            />
          ),
        )}
        {hasMenu && actions.menu && (
          <MenuButton
            label={t('table.actionsFor', { name })}
            placement="bottom end"
            groups={actions.menu}
            trigger={<IconButton size="sm" label={t('table.actionsFor', { name })} icon={Ellipsis} />}
          />
        )}
      </span>
    </td>
  );
}
