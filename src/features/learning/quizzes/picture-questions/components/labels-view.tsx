import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContentText, useContentAttributes } from '#ui/display/content-language.tsx';
import { Select } from '#ui/fields/select.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { isPairs, withPair } from '../../question-types/components/matching-question.tsx';
import type { TypeViewProps } from '../../question-types/components/type-props.ts';
import type { QuestionOption, QuestionRow } from '../../question-types/rules.ts';
import { PictureFrame } from './picture-frame.tsx';

/** No id of an option. */
const NONE = '-';

/** Labels that are put on places of an image: by dragging, or by a choice for each place. */
export function LabelsView({ question, answer, isDisabled, onAnswer }: TypeViewProps) {
  const { t } = useTranslation('quizzes');
  const { lang } = useContentAttributes();
  const pairs = isPairs(answer) ? answer : {};
  const rows = question.parts.rows ?? [];
  const textOf = (id: string | undefined) => question.options.find((option) => option.id === id)?.text;
  const put = (row: string, label: string) => onAnswer(withPair(pairs, row, label === NONE ? '' : label));
  const options = [
    ...question.options.map(({ id, text }) => ({ id, label: text, ...(lang && { language: lang }) })),
    { id: NONE, label: t('question.noMatch') },
  ];
  return (
    <div className="grid gap-4">
      <p className="help">{t('question.labelsHelp')}</p>
      <div aria-hidden="true" className="flex flex-wrap gap-2">
        {question.options.map((option) => (
          <Label
            key={option.id}
            option={option}
            isPlaced={Object.values(pairs).includes(option.id)}
            isDisabled={isDisabled}
            onDrop={(row) => put(row, option.id)}
          />
        ))}
      </div>
      {question.figure && (
        <PictureFrame figure={question.figure} ratio={question.parts.ratio}>
          <PlacedLabels rows={rows} textOf={(row) => textOf(pairs[row])} />
        </PictureFrame>
      )}
      <ol className="grid gap-3">
        {rows.map((row, at) => (
          <li key={row.id} className="grid items-center gap-2 sm:grid-cols-2 sm:gap-4">
            <span aria-hidden="true" className="wrap-anywhere">
              <span className="num text-ink-3">{at + 1}.</span> <ContentText>{row.text}</ContentText>
            </span>
            <Select
              label={<span className="vh">{`${t('question.place', { number: at + 1 })}: ${row.text}`}</span>}
              value={pairs[row.id] ?? null}
              options={options}
              isDisabled={isDisabled}
              onChange={(id) => put(row.id, id)}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The places of an image with their numbers, and what was put there. */
export function PlacedLabels({
  rows,
  textOf,
}: {
  rows: readonly QuestionRow[];
  textOf: (row: string) => string | undefined;
}) {
  return rows.map(({ id, x = 50, y = 50 }, at) => {
    const text = textOf(id);
    return (
      <span
        key={id}
        aria-hidden="true"
        data-place={id}
        className={classNames(
          'absolute flex min-h-8 max-w-[38%] min-w-8 -translate-1/2 items-center justify-center gap-1 rounded-(--radius-box) border-2 px-1.5 text-xs font-semibold shadow-md',
          text ? 'border-primary bg-base-100 text-base-content' : 'border-dashed border-primary bg-base-100/85',
        )}
        style={{ insetInlineStart: `${x}%`, top: `${y}%` }}
      >
        <span className="num">{at + 1}</span>
        {text && (
          <span className="cut" title={text}>
            <ContentText>{text}</ContentText>
          </span>
        )}
      </span>
    );
  });
}

/** A label that follows the pointer until it is dropped on a place. */
function Label({
  option,
  isPlaced,
  isDisabled,
  onDrop,
}: {
  option: QuestionOption;
  isPlaced: boolean;
  isDisabled: boolean;
  onDrop: (row: string) => void;
}) {
  const [drag, setDrag] = useState<{ fromX: number; fromY: number; x: number; y: number } | null>(null);
  function drop(event: PointerEvent) {
    setDrag(null);
    const places = document.elementsFromPoint(event.clientX, event.clientY);
    const row = places.map((element) => element.closest<HTMLElement>('[data-place]')?.dataset.place).find(Boolean);
    if (drag && row) onDrop(row);
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      disabled={isDisabled}
      className={classNames(
        'min-h-8 touch-none rounded-(--radius-box) border border-line-2 bg-base-100 px-3 py-1 text-sm font-medium select-none',
        drag ? 'relative z-20 cursor-grabbing shadow-lg' : 'cursor-grab',
        isPlaced && 'text-ink-3',
      )}
      style={drag ? { translate: `${drag.x - drag.fromX}px ${drag.y - drag.fromY}px` } : undefined}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ fromX: event.clientX, fromY: event.clientY, x: event.clientX, y: event.clientY });
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, x: event.clientX, y: event.clientY })}
      onPointerUp={drop}
      onPointerCancel={() => setDrag(null)}
    >
      <ContentText>{option.text}</ContentText>
    </button>
  );
}
