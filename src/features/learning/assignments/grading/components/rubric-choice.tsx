import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '#base/shared/formats.ts';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import type { Rubric } from '../../rules.ts';

type RubricChoiceProps = {
  rubric: Rubric;
  chosen: Readonly<Record<string, string>>;
  onChange: (chosen: Record<string, string>) => void;
};

/** A level for each criterion; a digit chooses one where the focus is, and goes on to the next criterion. */
export function RubricChoice({ rubric, chosen, onChange }: RubricChoiceProps) {
  const { t } = useTranslation('assignments');
  const { locale } = useLocale();
  const list = useRef<HTMLDivElement>(null);
  function chooseByDigit(event: KeyboardEvent, index: number) {
    if (event.altKey || event.ctrlKey || event.metaKey || !/^[1-9]$/.test(event.key)) return;
    const criterion = rubric[index];
    const level = criterion?.levels[Number(event.key) - 1];
    if (!criterion || !level) return;
    event.preventDefault();
    onChange({ ...chosen, [criterion.id]: level.id });
    const next = list.current?.children[index + 1] ?? list.current?.children[index];
    next?.querySelector<HTMLInputElement>('input[type="radio"]:checked, input[type="radio"]')?.focus();
  }
  return (
    <div ref={list} className="grid gap-4">
      {rubric.map(({ id, title, levels }, index) => (
        <div key={id} onKeyDownCapture={(event) => chooseByDigit(event, index)}>
          <RadioGroup
            label={title}
            orientation="vertical"
            value={chosen[id] ?? null}
            options={levels.map((level, at) => ({
              id: level.id,
              label: (
                <>
                  <span className="num text-ink-3">{at + 1}</span> <bdi>{level.title}</bdi> ·{' '}
                  {t('points.count', { number: numberFormat(locale).format(level.points), count: level.points })}
                </>
              ),
            }))}
            onChange={(level) => onChange({ ...chosen, [id]: level })}
          />
        </div>
      ))}
    </div>
  );
}
