import { FilePenLine } from 'lucide-react';
import { type Activity, lazyPart } from '#features/learning/courses/components/activities.tsx';

declare module '#features/learning/courses/lessons/rules.ts' {
  interface LessonKinds {
    assignment: true;
  }
}

/** Work that students hand in and a person grades. */
export const activity: Activity = {
  kind: 'assignment',
  icon: FilePenLine,
  label: 'assignments:activity.label',
  previewLabel: 'courses:landing.readFree',
  completion: 'decided-by-server',
  place: 'below',
  files: [],
  ownContent: { saveFirst: 'assignments:activity.saveFirst' },
  Player: lazyPart(async () => (await import('./hand-in/components/assignment-lesson.tsx')).AssignmentLesson),
  Editor: lazyPart(async () => (await import('./components/assignment-editor.tsx')).AssignmentEditor),
  ReportRow: lazyPart(async () => (await import('./components/assignment-report.tsx')).AssignmentReport),
};
