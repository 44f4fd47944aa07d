import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/layout/class-names.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { readGrade, type TypedGrade } from '../rules.ts';
import type { GradeCell, GradeItem } from '../schema.ts';
import { useGradeTexts } from './grade-text.ts';

type CellProps = {
  cell: GradeCell;
  item: GradeItem;
  isDropped: boolean;
  isActive: boolean;
  mayEdit: boolean;
  onFocus: () => void;
  /** Resolves to whether it was saved. */
  onEnter: (grade: TypedGrade) => Promise<boolean>;
  onOpen: () => void;
  /** To the cell below, after a grade was entered. */
  onNext: () => void;
};

/** One grade: typing, Enter or a double click edits it, Space opens its details. */
export function GradeCellView(props: CellProps) {
  const { cell, item, isDropped, isActive, mayEdit, onFocus, onOpen } = props;
  const { t } = useTranslation('gradebook');
  const texts = useGradeTexts();
  const [typed, setTyped] = useState<string | null>(null);
  const before = cell.points === undefined ? '' : texts.points(cell.points);
  const marks = [
    cell.points === undefined || cell.state === 'to_grade' ? t(`state.${cell.state}`) : null,
    cell.is_late ? t('late') : null,
    cell.is_entered ? t('entered') : null,
    isDropped ? t('dropped') : null,
  ].filter((mark) => mark !== null);
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === ' ') {
      event.preventDefault();
      onOpen();
    } else if (mayEdit && (event.key === 'Enter' || event.key === 'F2')) {
      event.preventDefault();
      setTyped(before);
    } else if (mayEdit && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault();
      setTyped('');
    } else if (mayEdit && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      setTyped(event.key);
    }
  }
  return (
    <td
      className={classNames('grade-cell num', `is-${cell.state}`, cell.is_entered && 'is-entered')}
      tabIndex={isActive ? 0 : -1}
      title={marks.join(' · ') || undefined}
      onFocus={onFocus}
      // A finger has no keys.
      onClick={({ nativeEvent }) => 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch' && onOpen()}
      onDoubleClick={() => mayEdit && setTyped(before)}
      onKeyDown={typed === null ? onKeyDown : undefined}
    >
      {typed === null ? (
        <>
          <span aria-hidden={cell.points === undefined} className={isDropped ? 'line-through' : undefined}>
            {texts.cell(cell)}
          </span>
          {marks.length > 0 ? <span className="vh"> {marks.join(', ')}</span> : null}
        </>
      ) : (
        <CellInput {...props} before={before} start={typed} label={item.title} onClose={() => setTyped(null)} />
      )}
    </td>
  );
}

type InputProps = CellProps & { before: string; start: string; label: string; onClose: () => void };

/** The grade while it is typed: Enter, or going elsewhere, saves it; Escape leaves it as it was. */
function CellInput({ before, start, label, onEnter, onNext, onClose }: InputProps) {
  const { t } = useTranslation('gradebook');
  const { locale } = useLocale();
  const [text, setText] = useState(start);
  const [isWrong, setWrong] = useState(false);
  async function finish(then?: () => void) {
    const grade = readGrade(text, locale);
    if (!grade) return setWrong(true);
    // While it is being saved, another try is refused, and the field stays.
    if (text.trim() !== before && !(await onEnter(grade))) return;
    onClose();
    then?.();
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: it appears where the key was pressed
      autoFocus
      className="grade-input"
      aria-label={t('enterFor', { title: label })}
      aria-invalid={isWrong}
      maxLength={12}
      dir="ltr"
      value={text}
      onChange={(event) => {
        setWrong(false);
        setText(event.target.value);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onClose();
        if (event.key === 'Enter') void finish(onNext);
      }}
      onBlur={() => void finish()}
    />
  );
}
