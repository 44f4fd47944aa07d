import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { GamificationTabs } from '../components/gamification-tabs.tsx';
import { RulesForm } from '../components/rules-form.tsx';
import { gamificationSettingsQuery, levelsQuery, pointRulesQuery } from '../data.ts';

/** How members of the site earn points, and which levels they reach. */
export default function RulesScreen() {
  const { t } = useTranslation('gamification');
  const db = useDb();
  const { account_id } = useAccount();
  const settings = useQuery(gamificationSettingsQuery(db, account_id));
  const rules = useQuery(pointRulesQuery(db, account_id));
  const levels = useQuery(levelsQuery(db, account_id));
  const failed = [settings, rules, levels].find(({ isError }) => isError);
  return (
    <main id="content" className="page">
      <PageHeader title={t('screenNames.gamification')} sentence={t('rules.sentence')} />
      <GamificationTabs />
      {failed ? <ErrorState onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} /> : null}
      {settings.data && rules.data && levels.data ? (
        <RulesForm settings={settings.data} rules={rules.data} levels={levels.data} />
      ) : null}
      {!failed && !(settings.data && rules.data && levels.data) ? <SkeletonText lines={8} /> : null}
    </main>
  );
}
