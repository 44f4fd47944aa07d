import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContentText } from '#ui/display/content-language.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import type { GradebookFilter } from '../data.ts';
import { type GridPlace, gridStep, type TypedGrade } from '../rules.ts';
import type { GradebookRow, GradebookSetup, GradeItem } from '../schema.ts';
import { GradeRow } from './grade-row.tsx';
import { useGradeTexts } from './grade-text.ts';
import { useGradeRows, useStudentCount } from './use-grade-rows.ts';

const ROW_HEIGHT = 44;
/** Student and grade of the course. */
const LEADING_COLUMNS = 2;

type GridProps = {
  courseId: string;
  setup: GradebookSetup;
  filter: GradebookFilter;
  onEnter: (row: GradebookRow, item: GradeItem, index: number, grade: TypedGrade) => Promise<boolean>;
  onOpen: (row: GradebookRow, item: GradeItem) => void;
};

/** Students and their grades; only the rows in sight are drawn and read. */
export function GradeGrid({ courseId, setup, filter, onEnter, onOpen }: GridProps) {
  const { t } = useTranslation('gradebook');
  const scroller = useRef<HTMLDivElement>(null);
  const total = useStudentCount(courseId, filter);
  const count = total ?? 0;
  const virtualizer = useRowsInSight(scroller, count);
  const items = virtualizer.getVirtualItems();
  const { failed, rowAt } = useGradeRows(courseId, filter, {
    first: items[0]?.index ?? 0,
    last: items.at(-1)?.index ?? 0,
  });
  const columns = setup.items.length + LEADING_COLUMNS;
  const { active, setActive, move, onKeyDown } = useGridFocus(scroller, virtualizer.scrollToIndex, count, columns);
  if (failed) return <ErrorState onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} />;
  if (total === undefined) return <SkeletonText lines={8} />;
  if (total === 0) {
    return <EmptyState title={t(filter.search ? 'noMatch' : 'noStudents')}>{t('noStudentsText')}</EmptyState>;
  }
  return (
    <div ref={scroller} className="grade-scroll">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrows move between its cells
        role="grid"
        aria-label={t('label')}
        aria-rowcount={total + 1}
        aria-colcount={columns}
        className="grade-grid"
        onKeyDown={onKeyDown}
      >
        <GridHead setup={setup} />
        <tbody>
          <Gap height={items[0]?.start ?? 0} />
          {items.map(({ index }) => {
            const row = rowAt(index);
            return row ? (
              <GradeRow
                key={index}
                row={row}
                index={index}
                setup={setup}
                activeColumn={active.row === index ? active.column : null}
                onFocus={(column) => setActive({ row: index, column })}
                onEnter={(item, at, grade) => onEnter(row, item, at, grade)}
                onOpen={(item) => onOpen(row, item)}
                onNext={(column) => move({ row: Math.min(index + 1, count - 1), column })}
              />
            ) : (
              <ComingRow key={index} columns={columns} />
            );
          })}
          <Gap height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  );
}

/** The rows between the edges of the scroller, and some beyond. */
function useRowsInSight(scroller: RefObject<HTMLElement | null>, count: number) {
  return useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    initialRect: { width: 0, height: 800 },
  });
}

/** The one cell that Tab reaches, moved by the arrows. */
function useGridFocus(
  scroller: RefObject<HTMLElement | null>,
  scrollTo: (row: number) => void,
  rows: number,
  columns: number,
) {
  const { direction } = useLocale();
  const [active, setActive] = useState<GridPlace>({ row: 0, column: 0 });
  function move(place: GridPlace) {
    setActive(place);
    scrollTo(place.row);
    requestAnimationFrame(() => {
      scroller.current
        ?.querySelector<HTMLElement>(`tr[data-index="${place.row}"] > :nth-child(${place.column + 1})`)
        ?.focus();
    });
  }
  function onKeyDown(event: KeyboardEvent) {
    const next = gridStep(event.key, active, { rows, columns, isRtl: direction === 'rtl' });
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    move(next);
  }
  return { active, setActive, move, onKeyDown };
}

function ComingRow({ columns }: { columns: number }) {
  return (
    <tr style={{ height: ROW_HEIGHT }}>
      <td colSpan={columns}>
        <span className="sk" />
      </td>
    </tr>
  );
}

function Gap({ height }: { height: number }) {
  return height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row can't be focused
    <tr aria-hidden="true">
      <td style={{ height, padding: 0 }} />
    </tr>
  ) : null;
}

function GridHead({ setup }: { setup: GradebookSetup }) {
  const { t } = useTranslation('gradebook');
  const texts = useGradeTexts();
  const groups = new Map(setup.groups.map((group) => [group.id, group.title]));
  return (
    <thead>
      <tr>
        <th scope="col">{t('student')}</th>
        <th scope="col">{t('total')}</th>
        {setup.items.map((item) => (
          <th key={item.id} scope="col">
            <span className="grade-title" dir="auto" title={item.title}>
              <ContentText>{item.title}</ContentText>
            </span>
            <span className="help">
              {t('outOf', { points: texts.points(item.points) })}
              {item.group_id ? (
                <>
                  {' '}
                  · <bdi>{groups.get(item.group_id)}</bdi>
                </>
              ) : null}
              {item.is_counted ? null : ` · ${t('notCounted')}`}
              {item.is_shown ? null : ` · ${t('notShown')}`}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}
