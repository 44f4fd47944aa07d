import { useTranslation } from 'react-i18next';
import { TeachingTabs } from '#features/learning/courses/components/teaching-tabs.tsx';
import { paths } from '#paths';
import { PageTabs } from '#ui/layout/page-tabs.tsx';

/** The tabs of points, below those of the e-learning area. */
export function GamificationTabs() {
  const { t } = useTranslation('gamification');
  return (
    <>
      <TeachingTabs />
      <div className="mb-4">
        <PageTabs
          label={t('screenNames.gamification')}
          tabs={[
            { href: paths.gamification(), label: t('rules.tab'), isExact: true },
            { href: paths.badges(), label: t('screenNames.badges') },
          ]}
        />
      </div>
    </>
  );
}
