import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { type Addressee, addresseesQuery } from '../data.ts';

type PickerProps = {
  chosen: readonly Addressee[];
  onChange: (chosen: Addressee[]) => void;
  /** Members who are there already. */
  without?: readonly string[];
};

/** Chooses members among those the caller may write to. */
export function PeoplePicker({ chosen, onChange, without = [] }: PickerProps) {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const [search, setSearch] = useState('');
  const people = useQuery(addresseesQuery(db, account_id, useDeferredValue(search.trim())));
  const offered = people.data?.filter(({ id }) => !without.includes(id) && !chosen.some((one) => one.id === id));
  return (
    <div className="grid gap-3">
      <Chosen chosen={chosen} onChange={onChange} />
      {/* Who adds or drops somebody by keyboard goes on searching: the button they pressed is gone. */}
      <SearchField
        key={chosen.length}
        label={t('new.search')}
        value={search}
        onChange={setSearch}
        maxLength={80}
        autoFocus
      />
      {offered === undefined ? <SkeletonList rows={4} /> : null}
      {offered?.length === 0 ? <p className="text-ink-2">{t('new.nobody')}</p> : null}
      <ul className="grid gap-1">
        {offered?.map((person) => (
          <li key={person.id} className="row justify-between">
            <PersonName person={person} />
            <IconButton
              icon={Plus}
              size="sm"
              label={t('new.add', { name: person.name })}
              onPress={() => {
                onChange([...chosen, person]);
                setSearch('');
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function PersonName({ person }: { person: Addressee }) {
  return (
    <Avatar
      name={person.name}
      note={person.role_name}
      hueKey={person.user_id}
      sources={person.avatar ? [person.avatar] : []}
    />
  );
}

function Chosen({ chosen, onChange }: Pick<PickerProps, 'chosen' | 'onChange'>) {
  const { t } = useTranslation('messages');
  if (chosen.length === 0) return null;
  return (
    <ul className="grid gap-1 border-b border-line pb-3" aria-label={t('new.chosen')}>
      {chosen.map((person) => (
        <li key={person.id} className="row justify-between">
          <PersonName person={person} />
          <IconButton
            icon={X}
            size="sm"
            label={t('new.drop', { name: person.name })}
            onPress={() => onChange(chosen.filter(({ id }) => id !== person.id))}
          />
        </li>
      ))}
    </ul>
  );
}
