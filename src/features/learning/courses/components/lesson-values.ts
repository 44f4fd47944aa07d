import type { Content, Lesson } from '../lessons/data.ts';
import type { LessonContent } from '../lessons/schema.ts';
import type { Activity, LessonValues } from './activities.tsx';

/** Minutes with two digits, as the form shows them. */
const minutesOf = (seconds: number) => Math.round((seconds / 60) * 100) / 100;
const secondsOf = (minutes: number) => Math.round((Number.isFinite(minutes) ? minutes : 0) * 60);

/** A lesson as the form begins with it. */
export function valuesOf(lesson: Lesson, content: Content | null): LessonValues {
  const fileOf = (path: string | null | undefined, name?: string | null) =>
    path ? { path, name: name ?? path.split('/').at(-1) ?? path } : null;
  return {
    title: lesson.title,
    kind: lesson.kind,
    minutes: minutesOf(lesson.duration_seconds),
    is_preview: lesson.is_preview,
    is_required: lesson.is_required,
    is_published: lesson.is_published,
    completion: lesson.completion,
    completion_amount: lesson.completion_amount,
    no_skip: lesson.no_skip,
    body: content?.body ?? '',
    media_url: content?.media_url ?? '',
    file: fileOf(content?.media_path, content?.media_name),
    captions: fileOf(content?.captions_path),
  };
}

/** The lesson's entry in the outline; a duration that follows from the text does so until it is set by hand. */
export function entryOf(values: LessonValues, saved: LessonValues, activity: Activity | undefined) {
  const follows = values.minutes === saved.minutes && values.body !== saved.body;
  return {
    title: values.title.trim(),
    kind: values.kind,
    duration_seconds: (follows ? activity?.durationOf?.(values.body) : undefined) ?? secondsOf(values.minutes),
    is_preview: values.is_preview,
    is_required: values.is_required,
    is_published: values.is_published,
    completion: values.completion,
    completion_amount: values.completion_amount,
    no_skip: values.no_skip,
  };
}

/** The lesson's content: files that its kind does not use are dropped, if the page knows the kind. */
export function contentOf(values: LessonValues, activity: Activity | undefined): LessonContent {
  const files = activity?.files ?? ['media', 'captions'];
  const hasMedia = files.includes('media');
  return {
    body: values.body,
    media_url: hasMedia && values.media_url && !values.file ? values.media_url : null,
    media_path: hasMedia ? (values.file?.path ?? null) : null,
    media_name: hasMedia ? (values.file?.name ?? null) : null,
    captions_path: files.includes('captions') ? (values.captions?.path ?? null) : null,
  };
}

export const fieldNames = [
  'title',
  'kind',
  'minutes',
  'is_preview',
  'is_required',
  'is_published',
  'completion',
  'completion_amount',
  'no_skip',
  'body',
  'media_url',
  'file',
  'captions',
] as const;

/** The form's values once they were saved: with the duration and the cleaned text that were stored. */
export function savedValues(values: LessonValues, entry: ReturnType<typeof entryOf>, body: string): LessonValues {
  return { ...values, title: entry.title, body, minutes: minutesOf(entry.duration_seconds) };
}
