import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../layout/class-names.ts';

/** Widths that look like words, the same on every render. */
const wordWidths = ['62%', '48%', '74%', '55%', '68%', '41%'];

/** One grey shape. Sizes are in steps of 4 px: `width={10}` is 40 px; a string is a CSS length. */
export function Skeleton({
  width,
  height = 3,
  isRound,
  className,
}: {
  width?: number | string;
  height?: number;
  isRound?: boolean;
  className?: string;
}) {
  const style: CSSProperties = {
    width: typeof width === 'number' ? `${width / 4}rem` : (width ?? '100%'),
    height: `${height / 4}rem`,
    borderRadius: isRound ? '50%' : undefined,
  };
  return <span className={classNames('sk', className)} style={style} aria-hidden="true" />;
}

/** Placeholder rows: a picture, two lines, an action. Shown after 150 ms, to avoid flicker on fast loads. */
export function SkeletonList({ rows = 5, hasMedia = true }: { rows?: number; hasMedia?: boolean }) {
  const { t } = useTranslation('ui');
  return (
    <div className="list sk-late" role="status" aria-label={t('state.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div key={row} className="list-row">
          {hasMedia && <Skeleton width={7} height={7} isRound />}
          <span className="grid flex-1 gap-2">
            <Skeleton width={wordWidths[row % wordWidths.length]} />
            <Skeleton width={wordWidths[(row + 3) % wordWidths.length]} height={2} />
          </span>
          <Skeleton width={14} height={5} />
        </div>
      ))}
    </div>
  );
}

/** Placeholder cards. */
export function SkeletonCards({ count = 3 }: { count?: number }) {
  const { t } = useTranslation('ui');
  return (
    <div className="grid gap-4 sk-late sm:grid-cols-2 lg:grid-cols-3" role="status" aria-label={t('state.loading')}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike and never move
        <div key={index} className="card card-pad grid gap-3">
          <Skeleton height={32} />
          <Skeleton width={wordWidths[index % wordWidths.length]} />
          <Skeleton width="38%" height={2} />
        </div>
      ))}
    </div>
  );
}

/** Placeholder lines of text. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  const { t } = useTranslation('ui');
  return (
    <div className="grid gap-2 sk-late" role="status" aria-label={t('state.loading')}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
        <Skeleton key={line} width={line === lines - 1 ? '45%' : '100%'} />
      ))}
    </div>
  );
}

/** Placeholder rows of a table. */
export function SkeletonRows({ columns, rows }: { columns: number; rows: number }) {
  const { t } = useTranslation('ui');
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
    <tr key={row} className="sk-late">
      <td colSpan={columns} className="cell-main">
        {row === 0 && <span className="vh">{t('state.loading')}</span>}
        <span className="row">
          <Skeleton width={7} height={7} isRound />
          <Skeleton width={wordWidths[row % wordWidths.length]} />
          <span className="flex-1" />
          <Skeleton width={14} />
        </span>
      </td>
    </tr>
  ));
}
