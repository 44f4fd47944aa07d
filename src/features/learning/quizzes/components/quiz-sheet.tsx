import { ArrowLeft, ArrowRight, Flag } from 'lucide-react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { onBeforeSignOut } from '#base/shared/sign-out-event.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ProgressBar } from '#ui/charts/progress.tsx';
import { Note } from '#ui/display/states.tsx';
import { type AttemptResult, type AttemptState, type QuizOverview, saveAnswer, submitAttempt } from '../data.ts';
import { type GivenAnswer, isAnswered } from '../rules.ts';
import { AnswerKeeper } from './answer-keeper.ts';
import { AttemptClock } from './attempt-clock.tsx';
import { deviceShelf, useFlags } from './device-shelf.ts';
import { HandInDialog } from './hand-in-dialog.tsx';
import { QuestionPalette } from './question-palette.tsx';
import { QuestionView } from './question-view.tsx';
import { useRefusal } from './refusal.ts';
import { SavedWords } from './saved-words.tsx';

type QuizSheetProps = {
  state: AttemptState;
  overview: QuizOverview;
  /** Without a result where the attempt ended elsewhere: in another tab, or by the server's clock. */
  onFinished: (attemptId: string, result?: AttemptResult) => void;
};

/** How long handing in waits for answers that are on their way, in milliseconds. */
const PATIENCE = 8_000;

/** An attempt that is going on: one question at a time, every answer on its way as it is given. */
export function QuizSheet({ state, overview, onFinished }: QuizSheetProps) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const refusalOf = useRefusal();
  const { attempt, questions } = state;
  const [keeper] = useState(
    () =>
      new AnswerKeeper({
        attemptId: attempt.id,
        shelf: deviceShelf(),
        saved: state.answers,
        send: (questionId, answer, revision) => saveAnswer(db, attempt.id, questionId, answer, revision),
      }),
  );
  const view = useSyncExternalStore(keeper.subscribe, keeper.snapshot, keeper.snapshot);
  const [skew] = useState(() => Date.parse(state.now) - Date.now());
  const [place, setPlace] = useState(() => {
    const first = questions.findIndex((question) => !isAnswered(keeper.snapshot().answers.get(question.id)?.answer));
    return first === -1 ? 0 : first;
  });
  const flags = useFlags(attempt.id);
  const [isAsking, setAsking] = useState(false);
  const [isOver, setOver] = useState(false);
  const question = questions[place];
  const unanswered = questions.flatMap((asked, at) => (isAnswered(view.answers.get(asked.id)?.answer) ? [] : [at + 1]));

  useEffect(() => {
    keeper.push();
    window.addEventListener('online', keeper.push);
    const endLeaving = onBeforeSignOut(() => keeper.settle());
    return () => {
      endLeaving();
      window.removeEventListener('online', keeper.push);
      keeper.stop();
    };
  }, [keeper]);

  async function handIn(): Promise<void> {
    await Promise.race([keeper.settle(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    if (keeper.snapshot().waiting > 0 && !keeper.snapshot().ended && !isOver) throw new Error(t('handIn.waiting'));
    const result = await submitAttempt(db, attempt.id).catch((error: unknown) => {
      throw new Error(refusalOf(error));
    });
    keeper.clear();
    flags.clear();
    onFinished(attempt.id, result);
  }
  const handInOver = useEffectEvent(() => handIn());
  const leave = useEffectEvent(() => onFinished(attempt.id));
  // Its time is over: handed in as often as it takes to get through; if never, the server's clock has done it.
  useEffect(() => {
    if (!isOver) return;
    let timer: ReturnType<typeof setTimeout>;
    const again = () => void handInOver().catch(() => (timer = setTimeout(again, 5_000)));
    again();
    return () => clearTimeout(timer);
  }, [isOver]);
  useEffect(() => {
    if (view.ended === 'attempt_closed' || view.ended === 'not_found') leave();
    else if (view.ended) setOver(true);
  }, [view.ended]);

  if (!question) return null;
  const isLast = place === questions.length - 1;
  const kept = view.answers.get(question.id);
  return (
    <div className="@container">
      <div className="grid gap-8 @3xl:grid-cols-[minmax(0,1fr)_14.5rem]">
        <div className="min-w-0">
          <div className="mb-6 grid gap-3">
            <div className="row justify-between">
              <p className="help">{t('sheet.attempt', { number: attempt.number })}</p>
              <AttemptClock
                dueAt={attempt.due_at}
                limitSeconds={overview.time_limit_seconds}
                skew={skew}
                onOver={() => setOver(true)}
              />
            </div>
            <ProgressBar
              label={t('sheet.progress')}
              percent={(100 * (questions.length - unanswered.length)) / questions.length}
            />
          </div>
          {isOver && <Note tone="warning">{t('sheet.over')}</Note>}
          <QuestionView
            key={question.id}
            question={question}
            number={place + 1}
            count={questions.length}
            answer={kept?.answer ?? null}
            isDisabled={isOver}
            onAnswer={(answer: GivenAnswer) => keeper.give(question.id, answer)}
          />
          {view.overtaken === question.id && (
            <div className="mt-4">
              <Note tone="warning">{t('sheet.overtaken')}</Note>
            </div>
          )}
          <div className="mt-8 flex flex-wrap items-center gap-x-2 gap-y-4">
            <Button
              variant="quiet"
              icon={Flag}
              aria-pressed={flags.has(question.id)}
              className={flags.has(question.id) ? 'text-warning' : undefined}
              onPress={() => flags.toggle(question.id)}
            >
              {t(flags.has(question.id) ? 'sheet.flagged' : 'sheet.flag')}
            </Button>
            <SavedWords view={view} savedAt={kept?.savedAt ?? null} skew={skew} />
            <span className="ms-auto flex gap-2">
              <Button
                size="lg"
                icon={ArrowLeft}
                className="[&>svg]:rtl:-scale-x-100"
                isDisabled={place === 0}
                onPress={() => setPlace(place - 1)}
              >
                {t('sheet.back')}
              </Button>
              <Button
                variant="primary"
                size="lg"
                iconEnd={isLast ? undefined : ArrowRight}
                className="[&>svg]:rtl:-scale-x-100"
                isDisabled={isOver}
                onPress={() => (isLast ? setAsking(true) : setPlace(place + 1))}
              >
                {t(isLast ? 'handIn.open' : 'sheet.next')}
              </Button>
            </span>
          </div>
        </div>
        <QuestionPalette
          questions={questions}
          place={place}
          isAnswered={(id) => isAnswered(view.answers.get(id)?.answer)}
          isFlagged={flags.has}
          facts={[
            [
              t('results.attempt'),
              overview.attempts_allowed > 0
                ? t('sheet.of', { value: attempt.number, limit: overview.attempts_allowed })
                : String(attempt.number),
            ],
            [t('cover.toPass'), t('cover.percent', { percent: attempt.pass_mark })],
          ]}
          onGo={setPlace}
          onHandIn={isLast || isOver ? undefined : () => setAsking(true)}
        />
      </div>
      <HandInDialog
        isOpen={isAsking && !isOver}
        onOpenChange={setAsking}
        unanswered={unanswered}
        flagged={questions.flatMap((asked, at) => (flags.has(asked.id) ? [at + 1] : []))}
        waiting={view.waiting}
        onConfirm={handIn}
      />
    </div>
  );
}
