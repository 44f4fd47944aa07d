import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import type { ActivityHost, EditorProps } from '#features/learning/courses/components/activities.tsx';
import { useActivityHost } from '#features/learning/courses/components/use-activity-host.ts';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { type AssignmentSettings, assignmentQuery, type EditableAssignment } from '../data.ts';
import { bestPoints, rubricProblem } from '../rules.ts';
import { DueFields } from './due-fields.tsx';
import { GradingFields } from './grading-fields.tsx';
import { HandInFields } from './hand-in-fields.tsx';
import { RubricEditor } from './rubric-editor.tsx';

/** Edits the rules of an assignment in the course editor; its instructions are the text of the lesson. */
export function AssignmentEditor({ lesson, host }: Pick<EditorProps, 'lesson' | 'host'>) {
  const { t } = useTranslation('assignments');
  const db = useDb();
  const { account_id } = useAccount();
  const assignment = useQuery(assignmentQuery(db, account_id, lesson.id));
  if (assignment.isError) return <ErrorState onRetry={() => assignment.refetch()} isRetrying={assignment.isFetching} />;
  if (assignment.isPending) return <SkeletonList rows={4} hasMedia={false} />;
  if (!assignment.data) return <EmptyState title={t('edit.none')}>{t('edit.noneText')}</EmptyState>;
  return (
    <Fields
      key={assignment.data.id}
      assignment={assignment.data}
      host={host}
      onReload={async () => (await assignment.refetch()).data}
    />
  );
}

type FieldsProps = {
  assignment: EditableAssignment;
  host: ActivityHost;
  onReload: () => Promise<EditableAssignment | null | undefined>;
};

function Fields(props: FieldsProps) {
  const { t } = useTranslation('assignments');
  const draft = useAssignmentDraft(props);
  const parts = { values: draft.values, errors: draft.errors, set: draft.set };
  return (
    <section aria-label={t('edit.title')} className="grid gap-6 border-t border-line pt-5">
      <h3 className="text-base font-semibold">{t('edit.title')}</h3>
      <p className="help">{t('edit.instructions')}</p>
      <HandInFields {...parts} />
      <DueFields {...parts} />
      <GradingFields {...parts} />
      <RubricEditor {...parts} />
    </section>
  );
}

function useAssignmentDraft({ assignment, host, onReload }: FieldsProps) {
  const { t } = useTranslation('assignments');
  const cache = useQueryClient();
  const { account_id } = useAccount();
  const draft = useDraft<AssignmentSettings>({
    saved: assignment.settings,
    labels: Object.fromEntries(
      (Object.keys(assignment.settings) as (keyof AssignmentSettings)[]).map((name) => [name, t(`edit.names.${name}`)]),
    ),
    validate: (values) => {
      const problem = rubricProblem(values.rubric);
      return {
        ...(problem ? { rubric: t(`edit.rubricProblem.${problem}`) } : {}),
        ...(values.takes_text || values.takes_link || values.max_files > 0 ? {} : { takes_text: t('edit.noWay') }),
      };
    },
  });
  const { values } = draft;
  useActivityHost(host, draft.changed, () => ({
    check: draft.check,
    payload: () => ({
      version: assignment.version,
      settings: values.rubric.length > 0 ? { ...values, points: bestPoints(values.rubric) } : values,
    }),
    accept: async () => {
      await onReload();
      draft.accept();
      void cache.invalidateQueries({ queryKey: ['assignments', account_id, 'overview'] });
    },
    discard: draft.discard,
  }));
  return draft;
}
