import type { PlayerProps } from '../../components/activities.tsx';
import { PlayedLesson } from '../../components/played-lesson.tsx';

/** Plays the video of a lesson. */
export function VideoLesson(props: PlayerProps) {
  return <PlayedLesson {...props} kind="video" />;
}
