import { CirclePlay } from 'lucide-react';
import { type Activity, lazyPart } from '../components/activities.tsx';
import { PlayedReport } from '../components/lesson-report.tsx';

declare module '../lessons/rules.ts' {
  interface LessonKinds {
    video: true;
  }
}

/** A video of the account's own, or one of another site. */
export const activity: Activity = {
  kind: 'video',
  icon: CirclePlay,
  label: 'courses:kind.video',
  previewLabel: 'courses:landing.watchFree',
  completion: 'watched-to-end',
  place: 'above',
  files: ['media', 'captions'],
  Player: lazyPart(async () => (await import('./components/video-lesson.tsx')).VideoLesson),
  Editor: lazyPart(async () => (await import('./components/video-fields.tsx')).VideoFields),
  Preview: lazyPart(async () => (await import('../components/file-preview.tsx')).VideoPreview),
  ReportRow: PlayedReport,
};
