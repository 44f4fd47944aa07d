import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { PageTabs } from '#ui/layout/page-tabs.tsx';

/** The two views of what an instructor asks. */
export function QuizTabs() {
  const { t } = useTranslation('quizzes');
  return (
    <PageTabs
      label={t('list.tabs')}
      tabs={[
        { href: paths.quizzes(), label: t('list.quizzes'), isExact: true },
        { href: paths.questionBank(), label: t('list.bank') },
      ]}
    />
  );
}
