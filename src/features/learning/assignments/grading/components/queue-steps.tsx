import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { useErrorText } from '#ui/fields/use-save.ts';
import { Kbd } from '#ui/palette/kbd.tsx';
import { useKeyboard } from '#ui/palette/use-keyboard.ts';
import { stepTo } from '../../rules.ts';
import { type QueueRow, sheetQuery } from '../data.ts';
import { GradeSheet } from './grade-sheet.tsx';

/** One work after the other, by buttons or by Alt+J and Alt+K. */
export function QueueSteps({ rows, paging }: { rows: readonly QueueRow[]; paging: ReactNode }) {
  const { t } = useTranslation('assignments');
  const [at, setAt] = useState(0);
  const [isMoved, setMoved] = useState(false);
  // What was graded is gone from what waits: the next one has its place.
  const index = Math.min(at, rows.length - 1);
  const row = rows[index];
  function go(step: 1 | -1) {
    setMoved(true);
    setAt(stepTo(index, step, rows.length));
  }
  function stepByKey(event: KeyboardEvent) {
    if (!event.altKey || (event.code !== 'KeyJ' && event.code !== 'KeyK')) return;
    event.preventDefault();
    go(event.code === 'KeyJ' ? 1 : -1);
  }
  if (!row?.id) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts beside the buttons that do the same
    <section className="grid max-w-3xl gap-4" onKeyDown={stepByKey}>
      <div className="row flex-wrap justify-between">
        <WorkTitle key={row.id} row={row} takesFocus={isMoved} />
        <span className="row flex-wrap">
          <span className="help num">{t('queue.place', { number: index + 1, total: rows.length })}</span>
          <Button icon={ArrowLeft} className="[&>svg]:rtl:-scale-x-100" isDisabled={index === 0} onPress={() => go(-1)}>
            {t('queue.previous')}
          </Button>
          <Button
            iconEnd={ArrowRight}
            className="[&>svg]:rtl:-scale-x-100"
            isDisabled={index >= rows.length - 1}
            onPress={() => go(1)}
          >
            {t('queue.next')}
          </Button>
        </span>
      </div>
      <KeyHelp />
      <LoadedSheet key={`sheet-${row.id}`} id={row.id} onNext={() => setMoved(true)} />
      {paging}
    </section>
  );
}

function LoadedSheet({ id, onNext }: { id: string; onNext: () => void }) {
  const db = useDb();
  const textOf = useErrorText();
  const { account_id } = useAccount();
  const sheet = useQuery(sheetQuery(db, account_id, id));
  if (sheet.isError) {
    return (
      <ErrorState onRetry={() => sheet.refetch()} isRetrying={sheet.isFetching}>
        {textOf(sheet.error)}
      </ErrorState>
    );
  }
  if (!sheet.data) return <SkeletonText lines={8} />;
  return <GradeSheet sheet={sheet.data} onGraded={onNext} />;
}

function KeyHelp() {
  const { t } = useTranslation('assignments');
  if (!useKeyboard()) return null;
  return (
    <p className="help row flex-wrap">
      <span>
        <Kbd>Alt</Kbd> <Kbd>J</Kbd> {t('queue.next')}
      </span>
      <span>
        <Kbd>Alt</Kbd> <Kbd>K</Kbd> {t('queue.previous')}
      </span>
      <span>
        <Kbd>1</Kbd> <Kbd>2</Kbd> … {t('queue.keyLevels')}
      </span>
      <span>
        <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> {t('grade.save')}
      </span>
    </p>
  );
}

/** Whose work it is, or its number where names are hidden; focused when it appears after another one. */
function WorkTitle({ row, takesFocus }: { row: QueueRow; takesFocus: boolean }) {
  const { t } = useTranslation('assignments');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) title.current?.focus();
  }, [takesFocus]);
  return (
    <div>
      <h2 ref={title} tabIndex={-1} className="text-xl font-semibold outline-none">
        {row.name === null ? t('queue.student', { number: row.number }) : <bdi>{row.name}</bdi>}{' '}
        {row.is_late && <Badge tone="warning">{t('state.late')}</Badge>}
      </h2>
      <p className="help">
        <bdi>{row.course}</bdi> · <bdi>{row.title}</bdi>
      </p>
    </div>
  );
}
