import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { type AttemptResult, attemptResultQuery, type GradedQuestion } from '../../attempts/data.ts';
import { useErrorText } from '../../components/error-text.ts';
import { GradedQuestionView } from '../../components/graded-question.tsx';
import { keyAs } from '../../rules.ts';
import { type Grade, gradeAttempt } from '../data.ts';

type GradeAttemptProps = {
  attemptId: string;
  /** After all that was entered is saved. */
  onGraded?: () => void;
};

/** A submitted attempt with fields for what is graded by hand; any other answer’s points can be changed too. */
export function GradeAttempt({ attemptId, onGraded }: GradeAttemptProps) {
  const db = useDb();
  const { account_id } = useAccount();
  const result = useQuery(attemptResultQuery(db, account_id, attemptId));
  if (result.isError) return <ErrorState onRetry={() => result.refetch()} />;
  if (!result.data) return <SkeletonText lines={6} />;
  return <GradeForm key={attemptId} result={result.data} onGraded={onGraded} />;
}

type Entry = { points: number | null; comment: string };
type Entries = Readonly<Record<string, Entry>>;

const entryOf = ({ is_waiting, earned, comment }: GradedQuestion): Entry => ({
  points: is_waiting ? null : (earned ?? 0),
  comment,
});

/** What was entered and not saved yet, by attempt: going on to another one and back keeps it. */
const drafts = new Map<string, Entries>();

/** The entries for an attempt, and saving them. */
function useGrading({ attempt }: AttemptResult, onGraded: GradeAttemptProps['onGraded']) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const cache = useQueryClient();
  const errorText = useErrorText();
  const { account_id } = useAccount();
  const [entries, setEntries] = useState<Entries>(() => drafts.get(attempt.id) ?? {});
  function enter(next: Entries) {
    setEntries(next);
    if (Object.keys(next).length > 0) drafts.set(attempt.id, next);
    else drafts.delete(attempt.id);
  }
  const changed: Grade[] = Object.entries(entries).flatMap(([question_id, { points, comment }]) =>
    points === null || Number.isNaN(points) ? [] : [{ question_id, points, comment }],
  );
  const { save, isSaving } = useSave(() => gradeAttempt(db, attempt.id, changed), {
    onSaved: async (saved) => {
      cache.setQueryData(attemptResultQuery(db, account_id, attempt.id).queryKey, saved);
      enter({});
      await cache.invalidateQueries({ queryKey: ['quizzes', account_id] });
      onGraded?.();
    },
    done: t('grading.saved'),
    errorText,
  });
  return {
    entries,
    onEnter: (id: string, entry: Entry) => enter({ ...entries, [id]: entry }),
    canSave: changed.length > 0,
    save: () => void save(),
    isSaving,
  };
}

function GradeForm({ result, onGraded }: { result: AttemptResult; onGraded: GradeAttemptProps['onGraded'] }) {
  const { t } = useTranslation('quizzes');
  const { canSave, save, isSaving, ...fields } = useGrading(result, onGraded);
  const numbered = result.questions.map((question, at) => ({ question, number: at + 1 }));
  function saveByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !canSave) return;
    event.preventDefault();
    save();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut beside the button that does the same
    <div className="grid gap-4" onKeyDown={saveByKey}>
      <UnsavedGuard changed={canSave ? [t('grading.title')] : NOTHING} />
      <Answers numbered={numbered.filter(({ question }) => isByHand(question))} {...fields} />
      <div className="row justify-end border-b border-line pb-4">
        <Button variant="primary" isBusy={isSaving} isDisabled={!canSave} onPress={save}>
          {t('grading.save')}
        </Button>
      </div>
      <details className="fold border-b-0" open={!numbered.some(({ question }) => isByHand(question))}>
        <summary className="text-sm">
          {t('grading.others')}
          <ChevronDown aria-hidden="true" className="size-4" />
        </summary>
        <Answers numbered={numbered.filter(({ question }) => !isByHand(question))} {...fields} />
      </details>
    </div>
  );
}

const NOTHING: readonly string[] = [];
const isByHand = ({ kind }: GradedQuestion) => kind === 'essay';

type AnswersProps = {
  numbered: { question: GradedQuestion; number: number }[];
  entries: Entries;
  onEnter: (questionId: string, entry: Entry) => void;
};

function Answers({ numbered, entries, onEnter }: AnswersProps) {
  return (
    <ol className="list">
      {numbered.map(({ question, number }) => (
        <GradedQuestionView key={question.id} question={question} number={number} level={3}>
          <GradeFields
            question={question}
            number={number}
            entry={entries[question.id]}
            onChange={(entry) => onEnter(question.id, entry)}
          />
        </GradedQuestionView>
      ))}
    </ol>
  );
}

/** The points and the comment of one answer; of one that was graded by itself once it is asked for. */
function GradeFields({
  question,
  number,
  entry,
  onChange,
}: {
  question: GradedQuestion;
  number: number;
  entry: Entry | undefined;
  onChange: (entry: Entry) => void;
}) {
  const { t } = useTranslation('quizzes');
  const guide = keyAs('essay', { kind: question.kind, answer: question.key ?? null })?.guide;
  // What was not answered has nothing to be graded.
  if (question.answer === null) return null;
  if (!isByHand(question) && !entry) {
    return (
      <div>
        <Button
          variant="quiet"
          size="sm"
          aria-label={`${t('grading.change')}: ${t('form.title', { number })}`}
          onPress={() => onChange(entryOf(question))}
        >
          {t('grading.change')}
        </Button>
      </div>
    );
  }
  const { points, comment } = entry ?? entryOf(question);
  return (
    <div className="grid max-w-prose gap-3">
      {guide && (
        <p className="help whitespace-pre-line">
          {t('form.guide')}: <bdi>{guide}</bdi>
        </p>
      )}
      <NumberField
        label={t('grading.points', { number })}
        digits={2}
        maxValue={question.points * 100}
        suffix={`/ ${question.points}`}
        className="max-w-48"
        value={points === null ? null : Math.round(points * 100)}
        onChange={(scaled) => onChange({ points: scaled === null ? null : scaled / 100, comment })}
      />
      <TextArea
        label={t('grading.comment', { number })}
        isOptional
        rows={2}
        maxLength={4000}
        dir="auto"
        value={comment}
        onChange={(text) => onChange({ points, comment: text })}
      />
    </div>
  );
}
