import type { PlayerProps } from '../../components/activities.tsx';
import { PlayedLesson } from '../../components/played-lesson.tsx';

/** Plays the recording of a lesson. */
export function AudioLesson(props: PlayerProps) {
  return <PlayedLesson {...props} kind="audio" />;
}
