import { AppWindow } from 'lucide-react';
import { type Activity, lazyPart } from '../components/activities.tsx';
import { ReadReport } from '../components/lesson-report.tsx';

declare module '../lessons/rules.ts' {
  interface LessonKinds {
    embed: true;
  }
}

/** A page of another site within the lesson: a simulation, a board, a form. */
export const activity: Activity = {
  kind: 'embed',
  icon: AppWindow,
  label: 'courses:kind.embed',
  previewLabel: 'courses:landing.readFree',
  completion: 'manual',
  place: 'above',
  files: ['media'],
  Player: lazyPart(async () => (await import('./components/embed-lesson.tsx')).EmbedLesson),
  Editor: lazyPart(async () => (await import('./components/embed-fields.tsx')).EmbedFields),
  Preview: lazyPart(async () => (await import('../components/file-preview.tsx')).LinkPreview),
  ReportRow: ReadReport,
};
