import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useCan } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { GroupRows } from '../components/group-rows.tsx';
import { NewGroup } from '../components/new-group.tsx';
import { groupsQuery } from '../data.ts';

/** The groups a member is in, is invited to, and may join. */
export default function GroupList() {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const canCreate = useCan('manage_options');
  const [isCreating, setCreating] = useState(false);
  const { data: groups, ...query } = useQuery(groupsQuery(db, account_id));
  const mine = groups?.filter(({ role }) => role !== null);
  const create = canCreate ? (
    <Button variant="primary" icon={Plus} onPress={() => setCreating(true)}>
      {t('form.new')}
    </Button>
  ) : undefined;
  return (
    <main id="content" className="page">
      <PageHeader title={t('title')} sentence={t('sentence')} actions={create} />
      {query.isError ? <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching} /> : null}
      {query.isPending ? <SkeletonList rows={5} /> : null}
      {groups?.length === 0 ? (
        <EmptyState title={t('empty.title')} drawing="letters">
          {t('empty.text')}
        </EmptyState>
      ) : null}
      {groups ? (
        <div className="grid gap-8">
          <GroupRows title={t('invited')} groups={groups.filter(({ request }) => request === 'invitation')} />
          <GroupRows title={t('mine')} groups={mine ?? []} />
          <GroupRows
            title={t('discover')}
            groups={groups.filter(({ role, request }) => role === null && request !== 'invitation')}
          />
        </div>
      ) : null}
      {isCreating ? <NewGroup onClose={() => setCreating(false)} /> : null}
    </main>
  );
}
