import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { QuizLoader } from '../components/quiz-editor.tsx';
import { QuizWorkbench } from '../components/quiz-workbench.tsx';

/** `/dashboard/instructor/quizzes/:quizId`: the quiz editor; `?question=` opens one of its questions. */
export default function EditQuiz() {
  const { t } = useTranslation('quizzes');
  const { quizId = '' } = useParams();
  const [query] = useSearchParams();
  return (
    <main id="content" className="page">
      <QuizLoader quizId={quizId} actions={<LinkButton href={paths.quizzes()}>{t('edit.toList')}</LinkButton>}>
        {(quiz, reload) => (
          <>
            <PageHeader
              title={quiz.title}
              sentence={t('edit.sentence', { course: quiz.course.title })}
              actions={
                <LinkButton icon={Play} href={paths.tryQuiz(quiz.id)}>
                  {t('edit.try')}
                </LinkButton>
              }
            />
            <QuizWorkbench key={quiz.id} quiz={quiz} firstOpen={query.get('question')} onReload={reload} />
          </>
        )}
      </QuizLoader>
    </main>
  );
}
