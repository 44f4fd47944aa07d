import { ArrowLeft, ArrowRight, Flag } from 'lucide-react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { formatPercent } from '#base/shared/formats.ts';
import { onBeforeSignOut } from '#base/shared/sign-out-event.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ProgressBar } from '#ui/charts/progress.tsx';
import { Note } from '#ui/display/states.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { type AttemptResult, type AttemptState, type QuizOverview, saveAnswer, submitAttempt } from '../data.ts';
import { isAnswered, type StudentAnswer } from '../rules.ts';
import { AnswerQueue } from './answer-queue.ts';
import { AttemptClock } from './attempt-clock.tsx';
import { deviceStorage, useFlags } from './device-storage.ts';
import { useErrorText } from './error-text.ts';
import { HandInDialog } from './hand-in-dialog.tsx';
import { QuestionPalette } from './question-palette.tsx';
import { QuestionView } from './question-view.tsx';
import { SaveStatus } from './save-status.tsx';

type QuizAttemptProps = {
  state: AttemptState;
  overview: QuizOverview;
  /** Without a result if the attempt was submitted elsewhere: in another tab, or by the server. */
  onFinished: (attemptId: string, result?: AttemptResult) => void;
};

/** How long submitting waits for answers still being sent, in milliseconds. */
const MAX_WAIT_MS = 8_000;

/** An open attempt: one question at a time, each answer saved when it is given. */
export function QuizAttempt({ state, overview, onFinished }: QuizAttemptProps) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  const db = useDb();
  const errorText = useErrorText();
  const { attempt, questions } = state;
  const [answerQueue] = useState(
    () =>
      new AnswerQueue({
        attemptId: attempt.id,
        storage: deviceStorage(),
        saved: state.answers,
        send: (questionId, answer, revision) => saveAnswer(db, attempt.id, questionId, answer, revision),
      }),
  );
  const view = useSyncExternalStore(answerQueue.subscribe, answerQueue.snapshot, answerQueue.snapshot);
  const [skew] = useState(() => Date.parse(state.now) - Date.now());
  const [currentIndex, setCurrentIndex] = useState(() => {
    const first = questions.findIndex(
      (question) => !isAnswered(answerQueue.snapshot().answers.get(question.id)?.answer),
    );
    return first === -1 ? 0 : first;
  });
  const flags = useFlags(attempt.id);
  const [isConfirming, setConfirming] = useState(false);
  const [isOver, setOver] = useState(false);
  const question = questions[currentIndex];
  const unanswered = questions.flatMap((item, at) => (isAnswered(view.answers.get(item.id)?.answer) ? [] : [at + 1]));

  useEffect(() => {
    answerQueue.sendPending();
    window.addEventListener('online', answerQueue.sendPending);
    const unregister = onBeforeSignOut(() => answerQueue.whenIdle());
    return () => {
      unregister();
      window.removeEventListener('online', answerQueue.sendPending);
      answerQueue.stop();
    };
  }, [answerQueue]);

  async function handIn(): Promise<void> {
    await Promise.race([answerQueue.whenIdle(), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
    if (answerQueue.snapshot().waiting > 0 && !answerQueue.snapshot().ended && !isOver)
      throw new Error(t('handIn.waiting'));
    const result = await submitAttempt(db, attempt.id).catch((error: unknown) => {
      throw new Error(errorText(error));
    });
    answerQueue.clear();
    flags.clear();
    onFinished(attempt.id, result);
  }
  const handInOver = useEffectEvent(() => handIn());
  const leave = useEffectEvent(() => onFinished(attempt.id));
  // Time is over: retries until submission succeeds; if it never does, the server submits the attempt.
  useEffect(() => {
    if (!isOver) return;
    let timer: ReturnType<typeof setTimeout>;
    const submit = () => void handInOver().catch(() => (timer = setTimeout(submit, 5_000)));
    submit();
    return () => clearTimeout(timer);
  }, [isOver]);
  useEffect(() => {
    if (view.ended === 'attempt_closed' || view.ended === 'not_found') leave();
    else if (view.ended) setOver(true);
  }, [view.ended]);

  if (!question) return null;
  const isLast = currentIndex === questions.length - 1;
  const localAnswer = view.answers.get(question.id);
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
            number={currentIndex + 1}
            count={questions.length}
            answer={localAnswer?.answer ?? null}
            isDisabled={isOver}
            onAnswer={(answer: StudentAnswer) => answerQueue.setAnswer(question.id, answer)}
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
            <SaveStatus view={view} savedAt={localAnswer?.savedAt ?? null} skew={skew} />
            <span className="ms-auto flex gap-2">
              <Button
                size="lg"
                icon={ArrowLeft}
                className="[&>svg]:rtl:-scale-x-100"
                isDisabled={currentIndex === 0}
                onPress={() => setCurrentIndex(currentIndex - 1)}
              >
                {t('sheet.back')}
              </Button>
              <Button
                variant="primary"
                size="lg"
                iconEnd={isLast ? undefined : ArrowRight}
                className="[&>svg]:rtl:-scale-x-100"
                isDisabled={isOver}
                onPress={() => (isLast ? setConfirming(true) : setCurrentIndex(currentIndex + 1))}
              >
                {t(isLast ? 'handIn.open' : 'sheet.next')}
              </Button>
            </span>
          </div>
        </div>
        <QuestionPalette
          questions={questions}
          currentIndex={currentIndex}
          isAnswered={(id) => isAnswered(view.answers.get(id)?.answer)}
          isFlagged={flags.has}
          facts={[
            [
              t('results.attempt'),
              overview.attempts_allowed > 0
                ? t('sheet.of', { value: attempt.number, limit: overview.attempts_allowed })
                : String(attempt.number),
            ],
            [t('cover.toPass'), formatPercent(attempt.pass_mark, locale)],
          ]}
          onGo={setCurrentIndex}
          onHandIn={isLast || isOver ? undefined : () => setConfirming(true)}
        />
      </div>
      <HandInDialog
        isOpen={isConfirming && !isOver}
        onOpenChange={setConfirming}
        unanswered={unanswered}
        flagged={questions.flatMap((item, at) => (flags.has(item.id) ? [at + 1] : []))}
        waiting={view.waiting}
        onConfirm={handIn}
      />
    </div>
  );
}
