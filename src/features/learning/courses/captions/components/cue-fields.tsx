import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { secondsOf } from '../rules.ts';
import type { CueProblem, CueRow, useCueRows } from './use-cue-rows.ts';

const MAX_CUE_LENGTH = 1000;
/** Rows that are drawn at once: a long video has many hundreds. */
const ROWS_PER_STEP = 100;

/** The captions of a video, each with its time and its text. */
export function CueFields({
  rows: { rows, problems, canAdd, change, remove, add },
}: {
  rows: ReturnType<typeof useCueRows>;
}) {
  const { t } = useTranslation('courses');
  const list = useRef<HTMLOListElement>(null);
  const [shown, setShown] = useState(ROWS_PER_STEP);
  const [added, setAdded] = useState<number | null>(null);
  const firstWrong = rows.findIndex(({ key }) => problems.has(key));
  const count = Math.max(shown, firstWrong + 1);
  useEffect(() => {
    if (firstWrong >= 0) list.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [firstWrong]);
  useEffect(() => {
    if (added !== null) list.current?.querySelector<HTMLElement>(`[data-cue="${added}"] textarea`)?.focus();
  }, [added]);
  return (
    <>
      {rows.length === 0 ? <p className="text-ink-3">{t('captions.none')}</p> : null}
      {rows.length > 0 ? <FieldNames /> : null}
      <ol ref={list} className="grid grid-cols-1 gap-3" tabIndex={-1}>
        {rows.slice(0, count).map((row, index) => (
          <li key={row.key} data-cue={row.key}>
            <CueRowFields
              row={row}
              number={index + 1}
              problem={problems.get(row.key)}
              onChange={(values) => change(row.key, values)}
              onRemove={() => {
                remove(row.key);
                list.current?.focus();
              }}
            />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        {rows.length > count ? (
          <Button onPress={() => setShown(count + ROWS_PER_STEP)}>
            {t('captions.more', { count: rows.length - count })}
          </Button>
        ) : null}
        <Button
          icon={Plus}
          isDisabled={!canAdd}
          onPress={() => {
            setShown(Math.max(shown, rows.length + 1));
            setAdded(add());
          }}
        >
          {t('captions.add')}
        </Button>
      </div>
    </>
  );
}

/** Each field has its name for itself too: these stand above the columns. */
function FieldNames() {
  const { t } = useTranslation('courses');
  return (
    <div aria-hidden="true" className="-mb-2 hidden grid-cols-[6.5rem_6.5rem_1fr] gap-2 text-xs text-ink-3 sm:grid">
      <span>{t('captions.start')}</span>
      <span>{t('captions.end')}</span>
      <span>{t('captions.text')}</span>
    </div>
  );
}

type RowProps = {
  row: CueRow;
  number: number;
  problem: CueProblem | undefined;
  onChange: (values: Partial<Pick<CueRow, 'start' | 'end' | 'text'>>) => void;
  onRemove: () => void;
};

function CueRowFields({ row, number, problem, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('courses');
  const id = useId();
  const isWrong = {
    start: problem === 'timeWrong' && secondsOf(row.start) === null,
    end: problem === 'orderWrong' || (problem === 'timeWrong' && secondsOf(row.end) === null),
  };
  const describedBy = problem ? `${id}-problem` : undefined;
  return (
    <fieldset className="grid grid-cols-[1fr_1fr_auto] items-start gap-2 sm:grid-cols-[6.5rem_6.5rem_1fr_auto]">
      <legend className="vh">{t('captions.number', { number })}</legend>
      {(['start', 'end'] as const).map((name) => (
        <input
          key={name}
          className="input tabular-nums"
          dir="ltr"
          aria-label={t(`captions.${name}`)}
          aria-invalid={isWrong[name] || undefined}
          aria-describedby={describedBy}
          maxLength={14}
          value={row[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      ))}
      <textarea
        className="input order-last col-span-3 sm:order-none sm:col-span-1"
        dir="auto"
        rows={2}
        aria-label={t('captions.text')}
        aria-invalid={problem === 'textMissing' || undefined}
        aria-describedby={describedBy}
        maxLength={MAX_CUE_LENGTH}
        value={row.text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      <IconButton size="sm" icon={Trash2} label={t('captions.remove', { number })} onPress={onRemove} />
      {problem ? (
        <p id={`${id}-problem`} className="field-error order-last col-span-full">
          {t(`captions.${problem}`)}
        </p>
      ) : null}
    </fieldset>
  );
}
