import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw, Trash2 } from 'lucide-react';
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
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { showError } from '#ui/overlays/toaster.tsx';
import { SaveError } from '../data.ts';
import { type Content, contentQuery, type Lesson, saveLesson } from '../lessons/data.ts';
import { type LessonKind, lessonKinds, readingSeconds } from '../lessons/rules.ts';
import type { LessonContent } from '../lessons/schema.ts';
import { type ActivityDraft, useActivities } from './activities.tsx';
import { LessonFile, type StoredFile } from './lesson-files.tsx';

const PicturedTextField = lazy(() =>
  import('#features/content/media/components/pictured-text-field.tsx').then((module) => ({
    default: module.PicturedTextField,
  })),
);

type Values = {
  title: string;
  kind: LessonKind;
  minutes: number;
  is_preview: boolean;
  is_required: boolean;
  is_published: boolean;
  body: string;
  media_url: string;
  file: StoredFile | null;
  captions: StoredFile | null;
};

export type PanelProps = {
  lesson: Lesson;
  /** Waits until the outline is saved, as a new lesson must be there before it is saved by itself. */
  onSettle: () => Promise<boolean>;
  /** The lesson was saved. */
  onSaved: (lesson: Lesson) => void;
  /** Loads the course again, where somebody else changed the lesson. */
  onReload: () => void;
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

const secondsOf = (minutes: number) => Math.round((Number.isFinite(minutes) ? minutes : 0) * 60);

function valuesOf(lesson: Lesson, content: Content | null): Values {
  const fileOf = (path: string | null | undefined, name?: string | null) =>
    path ? { path, name: name ?? path.split('/').at(-1) ?? path } : null;
  return {
    title: lesson.title,
    kind: lesson.kind,
    minutes: Math.round((lesson.duration_seconds / 60) * 100) / 100,
    is_preview: lesson.is_preview,
    is_required: lesson.is_required,
    is_published: lesson.is_published,
    body: content?.body ?? '',
    media_url: content?.media_url ?? '',
    file: fileOf(content?.media_path, content?.media_name),
    captions: fileOf(content?.captions_path),
  };
}

/** The lesson's entry in the outline; the duration of a text follows its length until it is set by hand. */
function entryOf(values: Values, saved: Values) {
  const isText = values.kind === 'text' && values.minutes === saved.minutes;
  return {
    title: values.title.trim(),
    kind: values.kind,
    duration_seconds: isText && values.body !== saved.body ? readingSeconds(values.body) : secondsOf(values.minutes),
    is_preview: values.is_preview,
    is_required: values.is_required,
    is_published: values.is_published,
  };
}

const mediaKinds: ReadonlySet<LessonKind> = new Set(['video', 'audio', 'pdf']);

function contentOf(values: Values): LessonContent {
  const isMedia = mediaKinds.has(values.kind);
  return {
    body: values.body,
    media_url: isMedia && values.media_url && !values.file ? values.media_url : null,
    media_path: isMedia ? (values.file?.path ?? null) : null,
    media_name: isMedia ? (values.file?.name ?? null) : null,
    captions_path: values.kind === 'video' ? (values.captions?.path ?? null) : null,
  };
}

function LessonForm({
  lesson,
  content,
  onSettle,
  onSaved,
  onReload,
  onRemove,
  pending,
}: PanelProps & { content: Content | null }) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const queries = useQueryClient();
  const { account_id } = useAccount();
  const [saved, setSaved] = useState(() => valuesOf(lesson, content));
  const draft = useDraft<Values>({
    saved,
    validate: (values) => ({
      title: values.title.trim() ? undefined : t('editor.titleMissing'),
      media_url:
        values.media_url === '' || /^https:\/\/[^\s"<>]+$/.test(values.media_url)
          ? undefined
          : t('editor.addressWrong'),
    }),
    labels: Object.fromEntries(
      (
        [
          'title',
          'kind',
          'minutes',
          'is_preview',
          'is_required',
          'is_published',
          'body',
          'media_url',
          'file',
          'captions',
        ] as const
      ).map((name) => [name, t(`editor.field.${name}`)]),
    ),
  });
  const { values } = draft;
  const ActivityEditor = useActivities()[values.kind]?.Editor;

  const activity = useRef<ActivityDraft | null>(null);
  const [activityChanges, setActivityChanges] = useState<readonly string[]>([]);
  const [host] = useState(() => ({ draft: activity, onChanged: setActivityChanges }));
  const changed = [...draft.changed, ...activityChanges];
  const saving = useMutation({
    mutationFn: async (sentActivity: ActivityDraft | null) => {
      if (!(await onSettle())) throw new Error(t('editor.state.failed'));
      const entry = entryOf(values, saved);
      const response = await saveLesson(lesson.course_id, lesson.id, {
        ...entry,
        version: lesson.version,
        content: contentOf(values),
        activity: values.kind === saved.kind ? sentActivity?.payload() : undefined,
      });
      return { response, entry, sentActivity };
    },
    onSuccess: async ({ response, entry, sentActivity }) => {
      const savedValues = {
        ...values,
        title: entry.title,
        body: response.body,
        minutes: Math.round((entry.duration_seconds / 60) * 100) / 100,
      };
      setSaved(savedValues);
      draft.accept(savedValues);
      onSaved({ ...lesson, ...entry, version: response.version, slug: response.slug });
      void queries.invalidateQueries({ queryKey: contentQuery(db, account_id, lesson.id).queryKey });
      void queries.invalidateQueries({ queryKey: ['filled', account_id] });
      await sentActivity?.accept();
    },
    onError: (error) => {
      if (error instanceof SaveError && error.fields.media_url) draft.setErrors({ media_url: error.fields.media_url });
      showError(error.message);
    },
  });
  const isOutdated = saving.error instanceof SaveError && /^(?:lesson|quiz)_changed$/.test(saving.error.code);

  async function save(): Promise<boolean> {
    const sentActivity = activity.current;
    if (!draft.check() || (sentActivity && !sentActivity.check())) return false;
    return saving.mutateAsync(sentActivity).then(
      () => true,
      () => false,
    );
  }
  useEffect(() => {
    pending.current = changed.length > 0 ? save : null;
  });
  useEffect(
    () => () => {
      pending.current = null;
    },
    [pending],
  );

  const folder = `courses/${lesson.course_id}/${lesson.id}`;
  const isMedia = mediaKinds.has(values.kind);
  return (
    <div className="flex min-h-0 flex-col">
      <div className="grid grid-cols-1 gap-5 p-5">
        {isOutdated ? (
          <Note
            tone="error"
            action={
              <Button size="sm" icon={RotateCw} onPress={onReload}>
                {t('editor.reload')}
              </Button>
            }
          >
            {saving.error?.message}
          </Note>
        ) : null}
        <div className="flex items-center justify-between gap-3">
          <Badge>{t(`editor.kindOf.${values.kind}`)}</Badge>
          <Button size="sm" variant="quiet" icon={Trash2} onPress={onRemove}>
            {t('editor.removeLesson')}
          </Button>
        </div>
        <TextField label={t('editor.field.title')} maxLength={160} {...draft.field('title')} />
        <div className="grid grid-cols-2 gap-4">
          <Select
            label={t('editor.field.kind')}
            options={lessonKinds.map((kind) => ({ id: kind, label: t(`kind.${kind}`) }))}
            value={values.kind}
            onChange={(kind) => draft.set('kind', kind as LessonKind)}
          />
          <NumberField
            label={t('editor.field.minutes')}
            digits={2}
            maxValue={600_000}
            fallback={0}
            value={Math.round(values.minutes * 100)}
            onChange={(hundredths) => draft.set('minutes', hundredths / 100)}
          />
        </div>
        {isMedia ? <MediaFields values={values} folder={folder} draft={draft} /> : null}
        <Suspense fallback={<SkeletonText lines={5} />}>
          <PicturedTextField
            label={t('editor.field.body')}
            value={values.body}
            onChange={(body) => draft.set('body', body)}
          />
        </Suspense>
        {ActivityEditor ? (
          values.kind === saved.kind ? (
            <Suspense fallback={<SkeletonText lines={4} />}>
              <ActivityEditor lessonId={lesson.id} host={host} />
            </Suspense>
          ) : (
            <Note>{t('editor.saveQuizFirst')}</Note>
          )
        ) : null}
        <Switch isAtEnd description={t('editor.previewHelp')} {...draft.toggle('is_preview')}>
          {t('editor.field.is_preview')}
        </Switch>
        <Switch isAtEnd description={t('editor.requiredHelp')} {...draft.toggle('is_required')}>
          {t('editor.field.is_required')}
        </Switch>
        <Switch isAtEnd description={t('editor.publishedHelp')} {...draft.toggle('is_published')}>
          {t('editor.field.is_published')}
        </Switch>
      </div>
      <SaveBar
        changed={changed}
        isSaving={saving.isPending}
        saveLabel={t('editor.saveLesson')}
        onDiscard={() => {
          draft.discard();
          activity.current?.discard();
        }}
        onSave={() => void save()}
      />
      <UnsavedGuard changed={changed} />
    </div>
  );
}

function MediaFields({
  values,
  folder,
  draft,
}: {
  values: Values;
  folder: string;
  draft: ReturnType<typeof useDraft<Values>>;
}) {
  const { t } = useTranslation('courses');
  const kind = values.kind as 'video' | 'pdf' | 'audio';
  return (
    <>
      {values.media_url === '' ? (
        <LessonFile
          folder={folder}
          kind={kind}
          label={t(`editor.upload.${kind}`)}
          file={values.file}
          onChange={(file, seconds) => {
            draft.set('file', file);
            if (seconds > 0) draft.set('minutes', Math.round((seconds / 60) * 100) / 100);
          }}
        />
      ) : null}
      {values.file === null ? (
        <TextField
          label={t('editor.field.media_url')}
          description={kind === 'video' ? t('editor.mediaUrlHelp') : undefined}
          isOptional
          type="url"
          maxLength={1000}
          {...draft.field('media_url')}
        />
      ) : null}
      {kind === 'video' && values.file ? (
        <LessonFile
          folder={folder}
          kind="captions"
          label={t('editor.upload.captions')}
          file={values.captions}
          onChange={(file) => draft.set('captions', file)}
        />
      ) : null}
    </>
  );
}
