import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Count } from '#ui/display/badge.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { Popover } from '#ui/overlays/popover.tsx';
import type { AccountNotification } from '../data.ts';
import { NotificationLine } from './notification-line.tsx';

export type BellProps = {
  icon: LucideIcon;
  title: string;
  /** Number of unread notifications. */
  count: number;
  /** State of the query behind the rows, with its retry. */
  query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>;
  /** The rows; undefined while loading. */
  rows: readonly AccountNotification[] | undefined;
  empty: { title: string; text?: string };
  /** Called when the list opens. */
  onOpened: () => void;
  onRow: (row: AccountNotification) => void;
  /** An action on all rows. */
  action?: ReactNode;
  /** Footer with a link to the full list. */
  more?: (close: () => void) => ReactNode;
};

/** A bell of the top bar with its unread count and list. Opening a row with a link closes the list. */
export function Bell({ icon, title, count, query, rows, empty, onOpened, onRow, action, more }: BellProps) {
  const { t } = useTranslation('notifications');
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label={title}
      placement="bottom end"
      isBare
      isOpen={isOpen}
      onOpenChange={(opens) => {
        setOpen(opens);
        if (opens) onOpened();
      }}
      trigger={
        <IconButton icon={icon} label={title}>
          <Count value={count} label={t('unread')} />
        </IconButton>
      }
    >
      {(close) => (
        <div className="w-88 max-w-[calc(100vw-2rem)]">
          <div className="row justify-between border-b border-line px-4 py-2">
            <b className="font-semibold">{title}</b>
            {action}
          </div>
          <div className="list max-h-96 overflow-y-auto">
            {query.isError && !rows ? (
              <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
            ) : null}
            {!rows && !query.isError ? <SkeletonList rows={3} hasMedia={false} /> : null}
            {rows?.length === 0 ? (
              <EmptyState title={empty.title} drawing="letters">
                {empty.text}
              </EmptyState>
            ) : null}
            {rows?.map((row) => (
              <NotificationLine
                key={row.id}
                row={row}
                onOpen={() => {
                  onRow(row);
                  if (row.link) close();
                }}
              />
            ))}
          </div>
          {more ? <div className="border-t border-line px-4 py-2">{more(close)}</div> : null}
        </div>
      )}
    </Popover>
  );
}
