export type TimeRange = [from: number, to: number];

/** Adds a watched range, sorted and joined where ranges touch (within a second). */
export function addWatchedRange(watched: readonly TimeRange[], [from, to]: TimeRange): TimeRange[] {
  if (!(to > from)) return [...watched];
  const sorted = [...watched, [Math.floor(from), Math.ceil(to)] as TimeRange].sort((a, b) => a[0] - b[0]);
  const joined: TimeRange[] = [];
  for (const [start, end] of sorted) {
    const last = joined.at(-1);
    if (last && start <= last[1] + 1) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined.slice(0, 200);
}

/** Where playback goes on when a learner who can't skip moves to a second: there where it was watched, else at the end of what was, before it. */
export function heldSecond(watched: readonly TimeRange[], second: number): number {
  const last = watched.filter(([from]) => from <= second).at(-1);
  // A moment more than what is stored was played.
  return last ? Math.min(second, last[1] + 1) : Math.min(second, 1);
}

/** The share of a video that was watched, 0 to 1. */
export function watchedShare(watched: readonly TimeRange[], seconds: number): number {
  if (!(seconds > 0)) return 0;
  return Math.min(1, watched.reduce((sum, [from, to]) => sum + (to - from), 0) / seconds);
}

/** Where playback resumes: at the start when it stopped in the last three seconds. */
export function resumeSecond(position: number, duration: number): number {
  return duration > 0 && position > duration - 3 ? 0 : Math.max(0, position);
}
