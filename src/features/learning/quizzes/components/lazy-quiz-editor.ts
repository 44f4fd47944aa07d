import { lazy } from 'react';
import { withTexts } from '#base/browser/all-texts.ts';

/** A file between, so that the names of all that the editor loads are not part of every lesson. */
export const LazyQuizEditor = lazy(async () => ({
  default: (await withTexts(import('./quiz-editor.tsx'))).QuizEditor,
}));
