import { Headphones } from 'lucide-react';
import { type Activity, lazyPart } from '../components/activities.tsx';
import { PlayedReport } from '../components/lesson-report.tsx';

declare module '../lessons/rules.ts' {
  interface LessonKinds {
    audio: true;
  }
}

/** A recording to listen to. */
export const activity: Activity = {
  kind: 'audio',
  icon: Headphones,
  label: 'courses:kind.audio',
  previewLabel: 'courses:landing.readFree',
  completion: 'watched-to-end',
  place: 'above',
  files: ['media'],
  Player: lazyPart(async () => (await import('./components/audio-lesson.tsx')).AudioLesson),
  Editor: lazyPart(async () => (await import('./components/audio-fields.tsx')).AudioFields),
  Preview: lazyPart(async () => (await import('../components/file-preview.tsx')).AudioPreview),
  ReportRow: PlayedReport,
};
