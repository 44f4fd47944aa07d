import { ListChecks } from 'lucide-react';
import { type Activity, lazyPart } from '#features/learning/courses/components/activities.tsx';

declare module '#features/learning/courses/lessons/rules.ts' {
  interface LessonKinds {
    quiz: true;
  }
}

/** Questions that the server grades: an attempt that passes completes the lesson. */
export const activity: Activity = {
  kind: 'quiz',
  icon: ListChecks,
  label: 'quizzes:activity.label',
  previewLabel: 'courses:landing.readFree',
  completion: 'decided-by-server',
  place: 'below',
  files: [],
  ownContent: { saveFirst: 'quizzes:activity.saveFirst' },
  Player: lazyPart(async () => (await import('./components/quiz-lesson.tsx')).QuizLesson),
  Editor: lazyPart(async () => (await import('./components/lazy-quiz-editor.tsx')).LazyQuizEditor),
  ReportRow: lazyPart(async () => (await import('./components/quiz-report.tsx')).QuizReport),
};
