import { lazy } from 'react';
import { withTexts } from '#base/browser/all-texts.ts';

/** One file for all of them: a lesson is read before anybody writes or searches, and each file costs the page its names. */
const parts = () => withTexts(import('./player-parts.tsx'));

export const LessonExtras = lazy(async () => ({ default: (await parts()).LessonExtras }));
export const CompletionProgress = lazy(async () => ({ default: (await parts()).RuleProgress }));
export const CourseSearch = lazy(async () => ({ default: (await parts()).OutlineSearch }));
export const ReadingButton = lazy(async () => ({ default: (await parts()).ReadingMode }));
export const LockedLesson = lazy(async () => ({ default: (await parts()).ClosedLesson }));
export const PreviewNote = lazy(async () => ({ default: (await parts()).PreviewNote }));
