import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { type MemberRow, memberPage } from '../directory/data.ts';
import { addFamilyLink, type MemberLink, memberLinksQuery, removeFamilyLink, setFamilyGrades } from '../family/data.ts';
import { ParentCodes } from './parent-codes.tsx';

const byName = { column: 'name', isAscending: true };

/** A member's parents and children, edited by those who manage members. */
export function MemberLinks({ row }: { row: MemberRow }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const links = useQuery(memberLinksQuery(db, row.account_id, row.id)).data ?? [];
  const [search, setSearch] = useState('');
  const [relation, setRelation] = useState('parent');
  const candidates = useQuery({
    ...memberPage(db, row.account_id, { search: search.trim(), status: 'active' }, byName, { size: 5 }),
    enabled: search.trim().length > 1,
  });
  const excluded = new Set([row.id, ...links.map(({ relative }) => relative.id)]);
  const people = search.trim().length > 1 ? (candidates.data?.rows.filter(({ id }) => !excluded.has(id)) ?? []) : [];

  const changing = useSave(({ write }: { write: () => Promise<void>; done: string }) => write(), {
    done: (_, { done }) => done,
    onSaved: () => setSearch(''),
    invalidates: [['members', row.account_id]],
  });
  const run = (write: () => Promise<void>, done: string) => void changing.save({ write, done });
  return (
    <section className="grid gap-3" aria-label={t('family.title')}>
      <h3 className="text-sm font-semibold">{t('family.title')}</h3>
      <RelativeList
        links={links}
        onGrades={({ id }, isOn) => run(() => setFamilyGrades(db, id, isOn), t('family.saved'))}
        onRemove={({ id, relative }) =>
          run(() => removeFamilyLink(db, row.account_id, id), t('family.ended', { name: relative.name }))
        }
      />
      <Select
        label={t('family.add')}
        value={relation}
        onChange={setRelation}
        options={[
          { id: 'parent', label: t('family.parent') },
          { id: 'child', label: t('family.child') },
        ]}
      />
      <SearchField label={t('list.search')} value={search} onChange={setSearch} maxLength={200} />
      {people.map((person) => (
        <Button
          key={person.id}
          onPress={() => {
            const [parent, child] = relation === 'parent' ? [person.id, row.id] : [row.id, person.id];
            run(() => addFamilyLink(db, row.account_id, parent, child), t('family.made', { name: person.name }));
          }}
        >
          <bdi>{person.name}</bdi> · <bdi>{person.email}</bdi>
        </Button>
      ))}
      <ParentCodes account_id={row.account_id} childId={row.id} />
    </section>
  );
}

function RelativeList({
  links,
  onGrades,
  onRemove,
}: {
  links: readonly MemberLink[];
  onGrades: (link: MemberLink, isOn: boolean) => void;
  onRemove: (link: MemberLink) => void;
}) {
  const { t } = useTranslation('members');
  if (links.length === 0) return <p className="help">{t('family.none')}</p>;
  return (
    <ul className="list">
      {links.map((link) => (
        <li key={link.id} className="list-row">
          <span className="min-w-0 flex-1">
            <bdi className="cut block">{link.relative.name}</bdi>
            <span className="help">
              {t(link.is_parent ? 'family.parent' : 'family.child')}
              {link.is_confirmed ? '' : ` · ${t('family.waiting')}`}
            </span>
          </span>
          {link.is_confirmed ? (
            <Switch isSelected={link.sees_grades} onChange={(isOn) => onGrades(link, isOn)}>
              {t('family.seesGrades')}
              <span className="vh">: {link.relative.name}</span>
            </Switch>
          ) : null}
          <IconButton
            size="sm"
            icon={X}
            label={t('family.endWith', { name: link.relative.name })}
            onPress={() => onRemove(link)}
          />
        </li>
      ))}
    </ul>
  );
}
