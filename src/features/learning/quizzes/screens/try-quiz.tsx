import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { QuizLoader } from '../components/quiz-editor.tsx';
import { QuizPlayer } from '../components/quiz-player.tsx';

/** `/dashboard/instructor/quizzes/:quizId/try`: the quiz as a trial attempt. */
export default function TryQuiz() {
  const { t } = useTranslation('quizzes');
  const { quizId = '' } = useParams();
  return (
    <main id="content" className="page">
      <QuizLoader quizId={quizId} actions={<LinkButton href={paths.quizzes()}>{t('edit.toList')}</LinkButton>}>
        {(quiz) => (
          <>
            <PageHeader
              title={t('try.title', { title: quiz.title })}
              sentence={t('try.sentence')}
              actions={
                <LinkButton icon={Pencil} href={paths.editQuiz(quiz.id)}>
                  {t('try.back')}
                </LinkButton>
              }
            />
            <QuizPlayer lessonId={quiz.lesson_id} quizId={quiz.id} />
          </>
        )}
      </QuizLoader>
    </main>
  );
}
