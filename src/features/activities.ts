/** What a lesson can be; their players and editors are loaded where they stand. Written by `npm run features` from the files of the features: never edited. */

import { activity as assignmentsActivity } from './learning/assignments/activity.tsx';
import { activity as coursesAudioActivity } from './learning/courses/audio/activity.tsx';
import { activity as coursesEmbedActivity } from './learning/courses/embed/activity.tsx';
import { activity as coursesFileActivity } from './learning/courses/file/activity.tsx';
import { activity as coursesPdfActivity } from './learning/courses/pdf/activity.tsx';
import { activity as coursesTextActivity } from './learning/courses/text/activity.tsx';
import { activity as coursesVideoActivity } from './learning/courses/video/activity.tsx';
import { activity as quizzesActivity } from './learning/quizzes/activity.tsx';

// biome-ignore format: one a line
export const activities = [
  coursesAudioActivity,
  coursesEmbedActivity,
  coursesFileActivity,
  coursesPdfActivity,
  coursesTextActivity,
  coursesVideoActivity,
  assignmentsActivity,
  quizzesActivity,
];
