import { type ComponentProps, lazy, Suspense } from 'react';
import { withTexts } from '#base/browser/all-texts.ts';
import { SkeletonText } from '#ui/display/skeleton.tsx';

const QuizEditor = lazy(async () => ({
  default: (await withTexts(import('./quiz-editor.tsx'))).QuizEditor,
}));

/** A file between, so that the names of all that the editor loads are not part of every lesson. */
export function LazyQuizEditor(props: ComponentProps<typeof QuizEditor>) {
  return (
    <Suspense fallback={<SkeletonText lines={6} />}>
      <QuizEditor {...props} />
    </Suspense>
  );
}
