import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { PageTabs } from '#ui/layout/page-tabs.tsx';

/** The tabs of the quiz area: quizzes, question bank, and what waits to be graded. */
export function QuizTabs() {
  const { t } = useTranslation('quizzes');
  return (
    <div className="mb-4">
      <PageTabs
        label={t('list.tabs')}
        tabs={[
          { href: paths.quizzes(), label: t('list.quizzes'), isExact: true },
          { href: paths.questionBank(), label: t('list.bank') },
          { href: paths.quizGrading(), label: t('grading.title') },
          { href: paths.submissions(), label: t('list.assignments') },
        ]}
      />
    </div>
  );
}
