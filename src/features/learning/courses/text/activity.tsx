import { FileText } from 'lucide-react';
import type { Activity } from '../components/activities.tsx';
import { ReadReport } from '../components/lesson-report.tsx';
import { readingSeconds } from '../lessons/rules.ts';

declare module '../lessons/rules.ts' {
  interface LessonKinds {
    text: true;
  }
}

/** A lesson that is its text alone. */
export const activity: Activity = {
  kind: 'text',
  icon: FileText,
  label: 'courses:kind.text',
  previewLabel: 'courses:landing.readFree',
  completion: 'manual',
  place: 'below',
  files: [],
  durationOf: readingSeconds,
  ReportRow: ReadReport,
};
