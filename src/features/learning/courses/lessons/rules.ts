import type { CompletionRule } from './schema.ts';

/** What a lesson can be: each `activity.tsx` adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: activities merge their own into it
export interface LessonKinds {}
export type LessonKind = keyof LessonKinds;

/** What completes a lesson: the student by hand, opening it, its end (or by hand), or the server alone. */
export type Completion = 'manual' | 'viewed' | 'watched-to-end' | 'decided-by-server';

type RuleOfLesson = { completion: CompletionRule; completion_amount: number; no_skip: boolean };

/** The percent of its video that completes a lesson, as private.share_to_watch says; null where another rule decides. */
export function shareToWatch({ completion, completion_amount, no_skip }: RuleOfLesson): number | null {
  if (completion === 'watched') return completion_amount;
  return no_skip && completion !== 'dwell' ? 90 : null;
}

/** What completes a lesson with a rule, of a kind; as private.lesson_completion decides. `isMeasured`: its video has a length and is no other site’s. */
export function completionOf(lesson: RuleOfLesson, ofKind: Completion, isMeasured: boolean): Completion {
  const rule = lesson.completion;
  if (ofKind === 'decided-by-server') return ofKind;
  if (shareToWatch(lesson) !== null && ofKind === 'watched-to-end' && isMeasured) return 'decided-by-server';
  if (rule === 'kind' || rule === 'watched') return ofKind;
  return rule === 'dwell' ? 'decided-by-server' : rule;
}

type Positioned = { id: string; position: number };
type InSection = Positioned & { section_id: string };

/** A course as its sections with their lessons, in order. */
export type Outline<Section extends Positioned, Lesson extends InSection> = (Section & { lessons: Lesson[] })[];

/** Builds the outline from unsorted rows. Equal positions are ordered by id, which is older first (uuid v7). */
export function outlineOf<Section extends Positioned, Lesson extends InSection>(
  sections: readonly Section[],
  lessons: readonly Lesson[],
): Outline<Section, Lesson> {
  return [...sections].sort(byPosition).map((section) => ({
    ...section,
    lessons: lessons.filter((lesson) => lesson.section_id === section.id).sort(byPosition),
  }));
}

function byPosition(a: Positioned, b: Positioned): number {
  return a.position - b.position || a.id.localeCompare(b.id);
}

/** The previous and next lesson, and the lesson's number, from 1; 0 if it is not in the list. */
export function neighboursOf<Lesson extends { id: string }>(
  lessons: readonly Lesson[],
  id: string,
): { previous?: Lesson; next?: Lesson; number: number } {
  const at = lessons.findIndex((lesson) => lesson.id === id);
  return { previous: at > 0 ? lessons[at - 1] : undefined, next: at < 0 ? undefined : lessons[at + 1], number: at + 1 };
}

/**
 * Where a student continues: the lesson opened last; if that is done, the next one that is not, else the first one that
 * is not, else the first.
 */
export function resumeAt<Lesson extends { id: string }>(
  lessons: readonly Lesson[],
  done: ReadonlySet<string>,
  last: string | null,
): Lesson | undefined {
  const at = lessons.findIndex((lesson) => lesson.id === last);
  const current = lessons[at];
  if (current && !done.has(current.id)) return current;
  return (
    lessons.slice(at + 1).find((lesson) => !done.has(lesson.id)) ??
    lessons.find((lesson) => !done.has(lesson.id)) ??
    lessons[0]
  );
}

/** Percent as the database computes it: 100 only when everything is done. */
export function percentOf(done: number, total: number): number {
  return total === 0 ? 0 : Math.floor((100 * done) / total);
}

/** A duration as a clock: `9:05`, `1:02:00`. */
export function clock(seconds: number): string {
  const totalSeconds = Math.max(0, Math.floor(seconds));
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(totalSeconds / 3600);
  const minutes = Math.floor(totalSeconds / 60) % 60;
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(totalSeconds % 60)}`
    : `${minutes}:${twoDigits(totalSeconds % 60)}`;
}

/** Hours and minutes of a duration, minutes rounded up; the texts are in `length.*`. */
export function hoursAndMinutes(seconds: number): { hours: number; minutes: number } {
  const minutes = Math.ceil(Math.max(0, seconds) / 60);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** The reading time of an HTML text in seconds: whole minutes at 200 words a minute, at least one unless empty. */
export function readingSeconds(html: string): number {
  const words = html.replace(/<[^>]*>/g, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return Math.ceil(words / 200) * 60;
}

/** Accepted types and maximum size in bytes of an upload; `usualType` is the type of a file whose type the browser doesn't know. */
export type UploadRule = { accept: string[]; limit: number; usualType?: string };

/** The player URL of a YouTube or Vimeo video, in its cookieless form; null for any other URL. */
export function embedOf(url: string): string | null {
  const youtube =
    /^https:\/\/(?:www\.|m\.)?(?:youtube\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]{6,20})/.exec(
      url,
    )?.[1];
  if (youtube) return `https://www.youtube-nocookie.com/embed/${youtube}`;
  const vimeo = /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{5,12})/.exec(url)?.[1];
  return vimeo ? `https://player.vimeo.com/video/${vimeo}?dnt=1` : null;
}
