import { ArrowLeft, ArrowRight, Flag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ProgressBar } from '#ui/charts/progress.tsx';
import { Note } from '#ui/display/states.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import type { AttemptResult, AttemptState, QuizOverview } from '../attempts/data.ts';
import { isAnswered } from '../attempts/rules.ts';
import { AttemptClock } from './attempt-clock.tsx';
import { useFlags } from './device-storage.ts';
import { HandInDialog } from './hand-in-dialog.tsx';
import { QuestionPalette } from './question-palette.tsx';
import { QuestionView } from './question-view.tsx';
import { SaveStatus } from './save-status.tsx';
import { useAnswerQueue } from './use-answer-queue.ts';
import { useHandIn } from './use-hand-in.ts';

type Attempt = AttemptState['attempt'];

/** What is typed is sent at most this often; on this device it is stored at once. */
const TYPING_PAUSE_MS = 700;

type QuizAttemptProps = {
  state: AttemptState;
  overview: QuizOverview;
  /** Without a result if the attempt was submitted elsewhere: in another tab, or by the server. */
  onFinished: (attemptId: string, result?: AttemptResult) => void;
};

/** An open attempt: one question at a time, each answer saved when it is given. */
export function QuizAttempt({ state, overview, onFinished }: QuizAttemptProps) {
  const { t } = useTranslation('quizzes');
  const { attempt, questions } = state;
  const { answerQueue, view } = useAnswerQueue(state);
  const isDone = (id: string) => isAnswered(view.answers.get(id)?.answer);
  const [skew] = useState(() => Date.parse(state.now) - Date.now());
  const [index, setIndex] = useState(() => Math.max(0, questions.map(({ id }) => isDone(id)).indexOf(false)));
  const flags = useFlags(attempt.id);
  const facts = useAttemptFacts(attempt, overview);
  const [isConfirming, setConfirming] = useState(false);
  const { ended } = view;
  const { handIn, isOver, setOver } = useHandIn({ attemptId: attempt.id, answerQueue, flags, ended, onFinished });
  const numbersOf = (isMeant: (id: string) => boolean) =>
    questions.flatMap(({ id }, at) => (isMeant(id) ? [at + 1] : []));
  const unanswered = numbersOf((id) => !isDone(id));
  const question = questions[index];
  if (!question) return null;
  const isLast = index === questions.length - 1;
  const openHandIn = () => setConfirming(true);
  return (
    <div className="@container">
      <div className="grid gap-8 @3xl:grid-cols-[minmax(0,1fr)_14.5rem]">
        <div className="min-w-0">
          <AttemptHead attempt={attempt} percent={(100 * (questions.length - unanswered.length)) / questions.length}>
            <AttemptClock
              dueAt={attempt.due_at}
              limitSeconds={overview.time_limit_seconds}
              skew={skew}
              onOver={() => setOver(true)}
            />
          </AttemptHead>
          {isOver && <Note tone="warning">{t('sheet.over')}</Note>}
          <QuestionView
            key={question.id}
            question={question}
            number={index + 1}
            count={questions.length}
            answer={view.answers.get(question.id)?.answer ?? null}
            isDisabled={isOver}
            onAnswer={(answer, isTyped) => answerQueue.setAnswer(question.id, answer, isTyped ? TYPING_PAUSE_MS : 0)}
          />
          {view.overtaken === question.id && (
            <div className="mt-4">
              <Note tone="warning">{t('sheet.overtaken')}</Note>
            </div>
          )}
          <div className="mt-8 flex flex-wrap items-center gap-x-2 gap-y-4">
            <FlagButton isFlagged={flags.has(question.id)} onToggle={() => flags.toggle(question.id)} />
            <SaveStatus view={view} savedAt={view.answers.get(question.id)?.savedAt ?? null} skew={skew} />
            <MoveButtons index={index} isLast={isLast} isOver={isOver} onGo={setIndex} onHandIn={openHandIn} />
          </div>
        </div>
        <QuestionPalette
          questions={questions}
          currentIndex={index}
          isAnswered={isDone}
          isFlagged={flags.has}
          facts={facts}
          onGo={setIndex}
          onHandIn={isLast || isOver ? undefined : openHandIn}
        />
      </div>
      <HandInDialog
        isOpen={isConfirming && !isOver}
        onOpenChange={setConfirming}
        unanswered={unanswered}
        flagged={numbersOf(flags.has)}
        waiting={view.waiting}
        onConfirm={handIn}
      />
    </div>
  );
}

/** The number of an attempt and its pass mark, for the palette. */
function useAttemptFacts({ number, pass_mark }: Attempt, { attempts_allowed }: QuizOverview): [string, string][] {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  return [
    [
      t('results.attempt'),
      attempts_allowed > 0 ? t('sheet.of', { value: number, limit: attempts_allowed }) : String(number),
    ],
    [t('cover.toPass'), formatPercent(pass_mark, locale)],
  ];
}

function AttemptHead({ attempt, percent, children }: { attempt: Attempt; percent: number; children: ReactNode }) {
  const { t } = useTranslation('quizzes');
  return (
    <div className="mb-6 grid gap-3">
      <div className="row justify-between">
        <p className="help">{t('sheet.attempt', { number: attempt.number })}</p>
        {children}
      </div>
      <ProgressBar label={t('sheet.progress')} percent={percent} />
    </div>
  );
}

function FlagButton({ isFlagged, onToggle }: { isFlagged: boolean; onToggle: () => void }) {
  const { t } = useTranslation('quizzes');
  return (
    <Button
      variant="quiet"
      icon={Flag}
      aria-pressed={isFlagged}
      className={isFlagged ? 'text-warning' : undefined}
      onPress={onToggle}
    >
      {t(isFlagged ? 'sheet.flagged' : 'sheet.flag')}
    </Button>
  );
}

/** To the question before, and to the next one or to handing in. */
function MoveButtons({
  index,
  isLast,
  isOver,
  onGo,
  onHandIn,
}: {
  index: number;
  isLast: boolean;
  isOver: boolean;
  onGo: (index: number) => void;
  onHandIn: () => void;
}) {
  const { t } = useTranslation('quizzes');
  return (
    <span className="ms-auto flex gap-2">
      <Button
        size="lg"
        icon={ArrowLeft}
        className="[&>svg]:rtl:-scale-x-100"
        isDisabled={index === 0}
        onPress={() => onGo(index - 1)}
      >
        {t('sheet.back')}
      </Button>
      <Button
        variant="primary"
        size="lg"
        iconEnd={isLast ? undefined : ArrowRight}
        className="[&>svg]:rtl:-scale-x-100"
        isDisabled={isOver}
        onPress={() => (isLast ? onHandIn() : onGo(index + 1))}
      >
        {t(isLast ? 'handIn.open' : 'sheet.next')}
      </Button>
    </span>
  );
}
