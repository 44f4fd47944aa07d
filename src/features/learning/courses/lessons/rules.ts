export const lessonKinds = ['text', 'video', 'pdf', 'audio', 'quiz'] as const;
export type LessonKind = (typeof lessonKinds)[number];

type Placed = { id: string; position: number };
type InSection = Placed & { section_id: string };

/** A course as its parts in order. */
export type Outline<Section extends Placed, Lesson extends InSection> = (Section & { lessons: Lesson[] })[];

/** Sections and lessons, as the data service gives them, in their order. Positions that are equal fall back to the id, which is older first. */
export function outlineOf<Section extends Placed, Lesson extends InSection>(
  sections: readonly Section[],
  lessons: readonly Lesson[],
): Outline<Section, Lesson> {
  return [...sections].sort(byPosition).map((section) => ({
    ...section,
    lessons: lessons.filter((lesson) => lesson.section_id === section.id).sort(byPosition),
  }));
}

function byPosition(a: Placed, b: Placed): number {
  return a.position - b.position || a.id.localeCompare(b.id);
}

/** Where one may go from a lesson. */
export function neighboursOf<Lesson extends { id: string }>(
  lessons: readonly Lesson[],
  id: string,
): { previous?: Lesson; next?: Lesson; number: number } {
  const at = lessons.findIndex((lesson) => lesson.id === id);
  return { previous: at > 0 ? lessons[at - 1] : undefined, next: at < 0 ? undefined : lessons[at + 1], number: at + 1 };
}

/**
 * Where a student goes on: the lesson they were last in, or, where that is done, the first one after it that is not,
 * or the first one at all that is not, or the first.
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

/** Percent as the database counts it: a hundred only when all of it is done. */
export function percentOf(done: number, total: number): number {
  return total === 0 ? 0 : Math.floor((100 * done) / total);
}

/** The length of a lesson: `9:05`, `1:02:00`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Hours and minutes of a course, minutes rounded up; for the words see the texts `length.*`. */
export function hoursAndMinutes(seconds: number): { hours: number; minutes: number } {
  const minutes = Math.ceil(Math.max(0, seconds) / 60);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** Minutes of reading of a text, at 200 words a minute, at least one where there is any. */
export function readingSeconds(html: string): number {
  const words = html.replace(/<[^>]*>/g, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return Math.ceil(words / 200) * 60;
}

export type Stretch = [from: number, to: number];

/** A film's seen stretches with one more, sorted and joined where they touch (within a second). */
export function addStretch(seen: readonly Stretch[], [from, to]: Stretch): Stretch[] {
  if (!(to > from)) return [...seen];
  const sorted = [...seen, [Math.floor(from), Math.ceil(to)] as Stretch].sort((a, b) => a[0] - b[0]);
  const joined: Stretch[] = [];
  for (const [start, end] of sorted) {
    const last = joined.at(-1);
    if (last && start <= last[1] + 1) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined.slice(0, 200);
}

/** How much of a film was seen, 0 to 1. */
export function seenShare(seen: readonly Stretch[], seconds: number): number {
  if (!(seconds > 0)) return 0;
  return Math.min(1, seen.reduce((sum, [from, to]) => sum + (to - from), 0) / seconds);
}

/** Where a film goes on: from the start when it was left in its last seconds. */
export function resumeSecond(position: number, duration: number): number {
  return duration > 0 && position > duration - 3 ? 0 : Math.max(0, position);
}

/** Largest files an author may upload, in bytes, and what they are. */
export const mediaRules: Record<'video' | 'pdf' | 'audio', { accept: string[]; limit: number }> = {
  video: { accept: ['video/mp4', 'video/webm', 'video/quicktime'], limit: 512 * 1024 * 1024 },
  pdf: { accept: ['application/pdf'], limit: 50 * 1024 * 1024 },
  audio: { accept: ['audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/wav', 'audio/webm'], limit: 200 * 1024 * 1024 },
};

/** A file's name as it may stand in a path of the store. */
export function safeFileName(name: string): string {
  const dot = name.lastIndexOf('.');
  const clean = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60);
  const stem = clean(dot > 0 ? name.slice(0, dot) : name) || 'file';
  const ending =
    dot > 0
      ? clean(name.slice(dot + 1))
          .toLowerCase()
          .slice(0, 8)
      : '';
  return ending ? `${stem}.${ending}` : stem;
}

/** Where a film of another house is shown: its player's address, in its form without cookies; null for a file of one's own. */
export function embedOf(address: string): string | null {
  const youtube =
    /^https:\/\/(?:www\.|m\.)?(?:youtube\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]{6,20})/.exec(
      address,
    )?.[1];
  if (youtube) return `https://www.youtube-nocookie.com/embed/${youtube}`;
  const vimeo = /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{5,12})/.exec(address)?.[1];
  return vimeo ? `https://player.vimeo.com/video/${vimeo}?dnt=1` : null;
}

type Parts<Lesson extends { id: string }> = { id: string; lessons: Lesson[] };

/** An outline with one lesson as it is now. */
export function withLesson<Lesson extends { id: string }, Section extends Parts<Lesson>>(
  outline: readonly Section[],
  lesson: Lesson,
): Section[] {
  return outline.map((section) => ({
    ...section,
    lessons: section.lessons.map((one) => (one.id === lesson.id ? lesson : one)),
  }));
}

/** An outline without one of its parts; a section goes with its lessons. */
export function without<Lesson extends { id: string }, Section extends Parts<Lesson>>(
  outline: readonly Section[],
  id: string,
): Section[] {
  return outline
    .filter((section) => section.id !== id)
    .map((section) => ({ ...section, lessons: section.lessons.filter((lesson) => lesson.id !== id) }));
}
