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
  /** How many are unread. */
  count: number;
  /** Where the rows come from: whether they failed to, and how to ask again. */
  query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>;
  /** What is listed; undefined as long as nobody knows. */
  rows: readonly AccountNotification[] | undefined;
  empty: { title: string; text: string };
  /** The list was opened. */
  onLook: () => void;
  onRow: (row: AccountNotification) => void;
  /** What else can be done with all of them. */
  act?: ReactNode;
  /** Where the rest of them stand. */
  more?: (close: () => void) => ReactNode;
};

/** A bell of the top bar: how many wait, and behind it what. A row that leads somewhere closes the list behind itself. */
export function Bell({ icon, title, count, query, rows, empty, onLook, onRow, act, more }: BellProps) {
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
        if (opens) onLook();
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
            {act}
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
