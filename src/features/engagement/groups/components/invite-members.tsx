import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Section } from '#ui/layout/section.tsx';
import { type Guest, groupKeys, guestsQuery, inviteMember, type ListedGroup } from '../data.ts';

/** Finds members of the site and invites them into a group. */
export function InviteMembers({ group }: { group: ListedGroup }) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const [term, setTerm] = useState('');
  const guests = useQuery(guestsQuery(db, account_id, group.id, useDeferredValue(term.trim())));
  const { save, saving } = useSave((guest: Guest) => inviteMember(db, group.id, guest.member_id), {
    invalidates: [groupKeys.people(account_id, group.id)],
    done: (_, { name }) => t('people.invited', { name }),
    onSaved: () => setTerm(''),
  });
  return (
    <Section title={t('people.inviteTitle')}>
      <div className="grid gap-3">
        <SearchField label={t('people.inviteSearch')} value={term} onChange={setTerm} maxLength={80} />
        {guests.data?.length === 0 ? <p className="text-ink-2">{t('people.noMatch')}</p> : null}
        <ul className="grid gap-2">
          {guests.data?.map((guest) => (
            <li key={guest.member_id} className="row justify-between">
              <Avatar name={guest.name} hueKey={guest.user_id} sources={guest.avatar ? [guest.avatar] : []} />
              <Button
                size="sm"
                isBusy={saving?.member_id === guest.member_id}
                aria-label={t('actionOf', { action: t('people.invite'), name: guest.name })}
                onPress={() => void save(guest)}
              >
                {t('people.invite')}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
