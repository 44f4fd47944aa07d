import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useCan } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { Section } from '#ui/layout/section.tsx';
import { type GroupPerson, groupKeys, type ListedGroup, peopleQuery } from '../data.ts';
import { useGroupTopics } from '../feed/components/use-group-topics.ts';
import { leads } from '../rules.ts';
import { InviteMembers } from './invite-members.tsx';
import { PersonRow } from './person-row.tsx';

/** Who is in a group; for those who look after it also who asks, is invited and is kept out. */
export function GroupPeople({ group }: { group: ListedGroup }) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const [search, setSearch] = useState('');
  const manager = { role: group.role, canManageSite: useCan('manage_options') };
  const queries = useQueryClient();
  const people = useQuery(peopleQuery(db, account_id, group.id));
  useGroupTopics([group.id], {
    isNews: ({ event }) => event === 'member',
    refresh: () => queries.invalidateQueries({ queryKey: groupKeys.people(account_id, group.id) }),
  });
  if (people.isError) return <ErrorState onRetry={() => void people.refetch()} isRetrying={people.isFetching} />;
  if (!people.data) return <SkeletonList rows={6} />;
  if (group.role === null && !manager.canManageSite)
    return <EmptyState title={t('people.hidden')}>{t('people.hiddenText')}</EmptyState>;
  const term = search.trim().toLowerCase();
  const shown = people.data.filter(({ name }) => name.toLowerCase().includes(term));
  const parts = (['request', 'member', 'invitation', 'ban'] as const).map(
    (state) => [state, shown.filter((person) => person.state === state)] as const,
  );
  const row = (person: GroupPerson) => (
    <PersonRow key={person.member_id} group={group} person={person} manager={manager} />
  );
  return (
    <div className="grid gap-8">
      {leads(manager) ? <InviteMembers group={group} /> : null}
      <SearchField label={t('people.search')} value={search} onChange={setSearch} maxLength={80} />
      {shown.length === 0 ? <p className="text-ink-2">{t('people.noMatch')}</p> : null}
      {parts.map(([state, rows]) =>
        rows.length > 0 ? (
          <Section key={state} title={t(`people.heading.${state}`)}>
            <ul className="grid gap-3">{rows.map(row)}</ul>
          </Section>
        ) : null,
      )}
    </div>
  );
}
