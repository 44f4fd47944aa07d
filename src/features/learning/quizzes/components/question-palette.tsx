import { Flag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { classNames } from '#ui/layout/class-names.ts';

type QuestionPaletteProps = {
  questions: readonly { id: string }[];
  currentIndex: number;
  isAnswered: (id: string) => boolean;
  isFlagged: (id: string) => boolean;
  facts: [string, string][];
  onGo: (index: number) => void;
  onHandIn: (() => void) | undefined;
};

const swatches = {
  answered: 'border-primary bg-tint text-primary',
  flagged: 'border-warning text-warning',
  open: 'border-line-2 text-ink-2',
} as const;
type QuestionState = keyof typeof swatches;

/** All questions with their state; pressing one goes to it. */
export function QuestionPalette({
  questions,
  currentIndex: place,
  isAnswered,
  isFlagged,
  facts,
  onGo,
  onHandIn,
}: QuestionPaletteProps) {
  const { t } = useTranslation('quizzes');
  const stateOf = (id: string) => (isFlagged(id) ? 'flagged' : isAnswered(id) ? 'answered' : 'open');
  const counts = { answered: 0, flagged: 0, open: 0 };
  for (const { id } of questions) {
    if (isFlagged(id)) counts.flagged += 1;
    counts[isAnswered(id) ? 'answered' : 'open'] += 1;
  }
  return (
    <aside aria-label={t('palette.label')} className="grid content-start gap-4 border-line @3xl:border-s @3xl:ps-5">
      <h3 className="text-sm font-semibold">{t('palette.label')}</h3>
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-2">
        {questions.map(({ id }, at) => (
          <li key={id}>
            <QuestionMark number={at + 1} state={stateOf(id)} isHere={at === place} onPress={() => onGo(at)} />
          </li>
        ))}
      </ol>
      <Legend counts={counts} />
      <dl className="grid gap-2 border-y border-line py-4 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="row justify-between">
            <dt className="text-ink-2">{name}</dt>
            <dd className="num font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="help">{t('palette.promise')}</p>
      {onHandIn && (
        <Button isBlock onPress={onHandIn}>
          {t('palette.handIn')}
        </Button>
      )}
    </aside>
  );
}

function QuestionMark({
  number,
  state,
  isHere,
  onPress,
}: {
  number: number;
  state: QuestionState;
  isHere: boolean;
  onPress: () => void;
}) {
  const { t } = useTranslation('quizzes');
  return (
    <button
      type="button"
      aria-current={isHere ? 'step' : undefined}
      aria-label={t(`palette.${state}Name`, { number })}
      data-state={state}
      className={classNames(
        'quiz-mark num relative grid h-11 w-full cursor-pointer place-items-center rounded-(--radius-field) border font-semibold',
        swatches[state],
        isHere && 'ring-2 ring-primary ring-offset-2 ring-offset-base-100',
      )}
      onClick={onPress}
    >
      {number}
      {state === 'flagged' && <Flag aria-hidden="true" className="absolute end-1 top-1 size-2.5" />}
    </button>
  );
}

function Legend({ counts }: { counts: Record<QuestionState, number> }) {
  const { t } = useTranslation('quizzes');
  return (
    <ul className="help grid gap-1">
      {(['answered', 'flagged', 'open'] as const).map((state) => (
        <li key={state} className="row">
          <span
            aria-hidden="true"
            data-state={state}
            className={classNames('quiz-mark size-3 rounded-sm border', swatches[state])}
          />
          {t(`palette.${state}`, { total: counts[state] })}
        </li>
      ))}
    </ul>
  );
}
