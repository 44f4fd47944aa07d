import { FileDown } from 'lucide-react';
import { type Activity, lazyPart } from '../components/activities.tsx';
import { ReadReport } from '../components/lesson-report.tsx';

declare module '../lessons/rules.ts' {
  interface LessonKinds {
    file: true;
  }
}

/** A file to download and work with: a worksheet, a template, an archive. */
export const activity: Activity = {
  kind: 'file',
  icon: FileDown,
  label: 'courses:kind.file',
  previewLabel: 'courses:landing.readFree',
  completion: 'manual',
  place: 'below',
  files: ['media'],
  Player: lazyPart(async () => (await import('./components/file-lesson.tsx')).FileLesson),
  Editor: lazyPart(async () => (await import('./components/file-fields.tsx')).FileFields),
  Preview: lazyPart(async () => (await import('../components/file-preview.tsx')).LinkPreview),
  ReportRow: ReadReport,
};
