import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'quizzes',
  screens: [
    { path: paths.quizzes(), file: 'screens/quiz-list.tsx', parent: paths.instructor(), name: 'quizzes' },
    { path: paths.questionBank(), file: 'screens/question-bank.tsx', parent: paths.quizzes(), name: 'questionBank' },
    {
      path: paths.quizGrading(),
      file: 'manual-grading/screens/grading-queue.tsx',
      parent: paths.quizzes(),
      name: 'quizGrading',
    },
    { path: `${paths.quizzes()}/:quizId`, file: 'screens/edit-quiz.tsx', parent: paths.quizzes(), name: 'quiz' },
    {
      path: `${paths.quizzes()}/:quizId/try`,
      file: 'screens/try-quiz.tsx',
      parent: `${paths.quizzes()}/:id`,
      name: 'quizTrial',
    },
  ],
  menus: [
    {
      in: 'create',
      id: 'newQuiz',
      href: paths.quizzes(),
      icon: 'ClipboardList',
      feature: 'lms',
      needs: ['manage_options', 'edit_posts'],
    },
  ],
  notifications: ['teaching'],
});
