/** What few lessons show, in one file: each by itself would be named in the player with all it loads. */
export { LockedLesson } from '../availability/components/locked-lesson.tsx';
export { CompletionProgress } from './completion-progress.tsx';
