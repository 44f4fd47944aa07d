import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMembership } from '#base/browser/member.ts';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { Form } from '#ui/fields/form.tsx';
import { SaveBar, UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { answersQuery, fieldsQuery, saveAnswers } from '../fields/data.ts';
import { answerProblems, type MemberField } from '../fields/rules.ts';
import { AnswerInputs } from './field-inputs.tsx';

type Member = { id: string; account_id: string };

/** Form for a member's own values of the member fields. */
export function AnswersForm({ member }: { member: Member }) {
  const db = useDb();
  const fields = useQuery(fieldsQuery(db, member.account_id));
  const answers = useQuery(answersQuery(db, member.account_id, member.id));
  if (fields.isError || answers.isError) {
    return (
      <ErrorState
        onRetry={() => {
          void fields.refetch();
          void answers.refetch();
        }}
      />
    );
  }
  if (!fields.data || !answers.data) return <SkeletonText lines={3} />;
  return <Answers key={member.id} member={member} fields={fields.data} saved={answers.data} />;
}

function Answers({ member, fields, saved }: { member: Member; fields: MemberField[]; saved: Record<string, string> }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const { member: viewer } = useMembership();
  const initial = Object.fromEntries(fields.map(({ id }) => [id, saved[id] ?? '']));
  const draft = useDraft<Record<string, string>>({
    saved: initial,
    labels: Object.fromEntries(fields.map(({ id, label }) => [id, label])),
    validate: (values) =>
      Object.fromEntries(
        Object.entries(answerProblems(fields, values)).map(([id, key]) => [id, t(`fields.problem.${key}`)]),
      ),
  });

  const {
    save,
    isSaving: isBusy,
    problem,
  } = useSave(
    async () => {
      await saveAnswers(db, member.account_id, member.id, draft.values);
      draft.accept();
    },
    {
      form: draft,
      invalidates: [['members', member.account_id, 'answers']],
      done: () => t(viewer?.id === member.id ? 'fields.saved' : 'profile.actSaved'),
    },
  );
  return (
    <Form label={t('fields.profile')} onSubmit={() => void save()} problem={problem}>
      <AnswerInputs
        fields={fields}
        answers={draft.values}
        problems={draft.errors}
        onChange={(id, value) => draft.set(id, value)}
      />
      <SaveBar changed={draft.changed} isSaving={isBusy} onDiscard={draft.discard} />
      <UnsavedGuard changed={draft.changed} />
    </Form>
  );
}
