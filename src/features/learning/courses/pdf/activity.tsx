import { ScrollText } from 'lucide-react';
import { type Activity, lazyPart } from '../components/activities.tsx';
import { ReadReport } from '../components/lesson-report.tsx';

declare module '../lessons/rules.ts' {
  interface LessonKinds {
    pdf: true;
  }
}

/** A document to read here or to download. */
export const activity: Activity = {
  kind: 'pdf',
  icon: ScrollText,
  label: 'courses:kind.pdf',
  previewLabel: 'courses:landing.readFree',
  completion: 'manual',
  place: 'above',
  files: ['media'],
  Player: lazyPart(async () => (await import('./components/pdf-lesson.tsx')).PdfLesson),
  Editor: lazyPart(async () => (await import('./components/pdf-fields.tsx')).PdfFields),
  Preview: lazyPart(async () => (await import('../components/file-preview.tsx')).LinkPreview),
  ReportRow: ReadReport,
};
