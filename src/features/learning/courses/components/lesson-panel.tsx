import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, RotateCw, Trash2 } from 'lucide-react';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { Skeleton, SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState, Note } from '#ui/display/states.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { SaveBar, UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { type Draft, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { AvailabilityCard } from '../availability/components/availability-card.tsx';
import { saveLesson } from '../curriculum/data.ts';
import { SaveError } from '../data.ts';
import { type Content, contentQuery, type Lesson, type SectionWithLessons } from '../lessons/data.ts';
import { type ActivityDraft, type LessonValues, useActivity } from './activities.tsx';
import { CompletionFields } from './completion-fields.tsx';
import { FinishedWarning } from './finished-warning.tsx';
import { KindField } from './kind-field.tsx';
import { contentOf, entryOf, fieldNames, savedValues, valuesOf } from './lesson-values.ts';

const PicturedTextField = lazy(() =>
  import('#features/content/media/components/pictured-text-field.tsx').then((module) => ({
    default: module.PicturedTextField,
  })),
);

export type PanelProps = {
  lesson: Lesson;
  outline: readonly SectionWithLessons[];
  /** Waits until the outline is saved, as a new lesson must be there before it is saved by itself. */
  onSettle: () => Promise<boolean>;
  /** The lesson was saved. */
  onSaved: (lesson: Lesson) => void;
  /** Loads the course again, where somebody else changed the lesson. */
  onReload: () => void;
  onDuplicate: () => void;
  onRemove: () => void;
  /** Set to the panel's save function while it has unsaved changes. */
  pending: RefObject<(() => Promise<boolean>) | null>;
};

/** Edits one lesson. */
export function LessonPanel(props: PanelProps) {
  const db = useDb();
  const { account_id } = useAccount();
  const content = useQuery({ ...contentQuery(db, account_id, props.lesson.id), staleTime: 0 });
  if (content.isError) return <ErrorState onRetry={() => void content.refetch()} isRetrying={content.isFetching} />;
  // A cached copy could overwrite what another window has saved since.
  if (!content.isFetchedAfterMount) {
    return (
      <div className="grid gap-4 p-5">
        <Skeleton height={8} />
        <SkeletonText lines={8} />
      </div>
    );
  }
  return <LessonForm {...props} content={content.data ?? null} />;
}

type FormProps = PanelProps & { content: Content | null };

function LessonForm(props: FormProps) {
  const { lesson, onReload } = props;
  const { t } = useTranslation('courses');
  const { draft, savedKind, activity, host, changed, outdated, save, discard, isSaving } = useLessonForm(props);
  const { values } = draft;
  const editor =
    activity?.ownContent && values.kind !== savedKind ? (
      <Note>{t(activity.ownContent.saveFirst)}</Note>
    ) : activity?.Editor ? (
      <Suspense fallback={<SkeletonText lines={3} />}>
        <activity.Editor lesson={lesson} draft={draft} host={host} />
      </Suspense>
    ) : null;
  return (
    <div className="flex min-h-0 flex-col">
      <div className="grid grid-cols-1 gap-5 p-5">
        {outdated ? <OutdatedNote onReload={onReload}>{outdated}</OutdatedNote> : null}
        <div className="flex flex-wrap items-center gap-x-1">
          <Badge>{activity ? t(activity.label) : values.kind}</Badge>
          <span className="flex-1" />
          <Button size="sm" variant="quiet" icon={Copy} onPress={props.onDuplicate}>
            {t('copy.duplicate')}
          </Button>
          <Button size="sm" variant="quiet" icon={Trash2} onPress={props.onRemove}>
            {t('editor.removeLesson')}
          </Button>
        </div>
        <LessonEntry draft={draft} />
        {activity?.place === 'above' ? editor : null}
        <Suspense fallback={<SkeletonText lines={5} />}>
          <PicturedTextField
            label={t('editor.field.body')}
            value={values.body}
            onChange={(body) => draft.set('body', body)}
          />
        </Suspense>
        {activity?.place === 'below' ? editor : null}
        <CompletionFields draft={draft} />
        <LessonSwitches draft={draft} />
        <FinishedWarning lesson={lesson} next={values} />
        <AvailabilityCard courseId={lesson.course_id} part={lesson} outline={props.outline} />
      </div>
      <SaveBar
        changed={changed}
        isSaving={isSaving}
        saveLabel={t('editor.saveLesson')}
        onDiscard={discard}
        onSave={() => void save()}
      />
      <UnsavedGuard changed={changed} />
    </div>
  );
}

function OutdatedNote({ children, onReload }: { children: string; onReload: () => void }) {
  const { t } = useTranslation('courses');
  return (
    <Note
      tone="error"
      action={
        <Button size="sm" icon={RotateCw} onPress={onReload}>
          {t('editor.reload')}
        </Button>
      }
    >
      {children}
    </Note>
  );
}

function LessonEntry({ draft }: { draft: Draft<LessonValues> }) {
  const { t } = useTranslation('courses');
  return (
    <>
      <TextField label={t('editor.field.title')} maxLength={160} {...draft.field('title')} />
      <div className="grid grid-cols-2 gap-4">
        <KindField value={draft.values.kind} onChange={(kind) => draft.set('kind', kind)} />
        <NumberField
          label={t('editor.field.minutes')}
          digits={2}
          maxValue={600_000}
          fallback={0}
          value={Math.round(draft.values.minutes * 100)}
          onChange={(hundredths) => draft.set('minutes', hundredths / 100)}
        />
      </div>
    </>
  );
}

function LessonSwitches({ draft }: { draft: Draft<LessonValues> }) {
  const { t } = useTranslation('courses');
  return (
    <>
      <Switch isAtEnd description={t('editor.previewHelp')} {...draft.toggle('is_preview')}>
        {t('editor.field.is_preview')}
      </Switch>
      <Switch isAtEnd description={t('editor.requiredHelp')} {...draft.toggle('is_required')}>
        {t('editor.field.is_required')}
      </Switch>
      <Switch isAtEnd description={t('editor.publishedHelp')} {...draft.toggle('is_published')}>
        {t('editor.field.is_published')}
      </Switch>
    </>
  );
}

/** The draft of a lesson, with what its activity adds to it, and one save for both. */
function useLessonForm({ lesson, content, onSettle, onSaved, pending }: FormProps) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const queries = useQueryClient();
  const { account_id } = useAccount();
  const [saved, setSaved] = useState(() => valuesOf(lesson, content));
  const draft = useLessonDraft(saved);
  const { values } = draft;
  const activity = useActivity(values.kind);
  const ownDraft = useRef<ActivityDraft | null>(null);
  const [activityChanges, setActivityChanges] = useState<readonly string[]>([]);
  const [host] = useState(() => ({ draft: ownDraft, onChanged: setActivityChanges }));
  const changed = [...draft.changed, ...activityChanges];
  const [outdated, setOutdated] = useState<string>();
  const { save: saveDraft, isSaving } = useSave(
    async (sentDraft: ActivityDraft | null) => {
      setOutdated(undefined);
      if (!(await onSettle())) throw new Error(t('editor.state.failed'));
      const entry = entryOf(values, saved, activity);
      const response = await saveLesson(lesson.course_id, lesson.id, {
        ...entry,
        version: lesson.version,
        content: contentOf(values, activity),
        activity: values.kind === saved.kind ? sentDraft?.payload() : undefined,
      });
      return { response, entry };
    },
    {
      check: () => draft.check() && (ownDraft.current?.check() ?? true),
      onSaved: async ({ response, entry }, sentDraft) => {
        const stored = savedValues(values, entry, response.body);
        setSaved(stored);
        draft.accept(stored);
        onSaved({ ...lesson, ...entry, version: response.version, slug: response.slug });
        void queries.invalidateQueries({ queryKey: contentQuery(db, account_id, lesson.id).queryKey });
        void queries.invalidateQueries({ queryKey: ['filled', account_id] });
        await sentDraft?.accept();
      },
      errorText: (error) => {
        if (!(error instanceof SaveError)) return error.message;
        if (error.fields.media_url) draft.setErrors({ media_url: error.fields.media_url });
        if (/^(?:lesson|quiz|assignment)_changed$/.test(error.code)) setOutdated(error.message);
        return error.message;
      },
    },
  );
  const save = () => saveDraft(ownDraft.current);
  useEffect(() => {
    pending.current = changed.length > 0 ? save : null;
    return () => {
      pending.current = null;
    };
  });
  function discard() {
    draft.discard();
    ownDraft.current?.discard();
  }
  return { draft, savedKind: saved.kind, activity, host, changed, outdated, save, discard, isSaving };
}

function useLessonDraft(saved: LessonValues): Draft<LessonValues> {
  const { t } = useTranslation('courses');
  return useDraft<LessonValues>({
    saved,
    validate: ({ title, media_url }) => ({
      title: title.trim() ? undefined : t('editor.titleMissing'),
      media_url: media_url === '' || /^https:\/\/[^\s"<>]+$/.test(media_url) ? undefined : t('editor.addressWrong'),
    }),
    labels: Object.fromEntries(fieldNames.map((name) => [name, t(`editor.field.${name}`)])),
  });
}
