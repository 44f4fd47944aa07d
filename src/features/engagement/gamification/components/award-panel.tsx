import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { memberPage } from '#features/platform/members/directory/data.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { Form } from '#ui/fields/form.tsx';
import { ComboBox } from '#ui/fields/select.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { badgeHoldersQuery, gamificationKey, giveBadge, type ListedBadge, takeBadge } from '../data.ts';

const MAX_CHOICES = 20;

/** Who has a badge; it is awarded here by hand, and taken back. */
export function AwardPanel({ badge, onClose }: { badge: ListedBadge; onClose: () => void }) {
  const { t } = useTranslation('gamification');
  const db = useDb();
  const { account_id } = useAccount();
  const [memberId, setMemberId] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const { save, isSaving, problem } = useSave((member: string) => giveBadge(db, badge.id, member), {
    isInForm: true,
    invalidates: [gamificationKey(account_id)],
    done: (isNew) => t(isNew ? 'badge.awarded' : 'badge.hasAlready'),
    onSaved: () => {
      setMemberId(null);
      setSearch('');
    },
  });
  return (
    <SidePanel
      title={t('badge.holdersOf', { name: badge.name })}
      isOpen
      isChanged={memberId !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Form label={t('badge.award')} problem={problem} onSubmit={() => memberId && void save(memberId)}>
        <MemberField search={search} onSearch={setSearch} value={memberId} onChange={setMemberId} />
        <div>
          <Button variant="primary" type="submit" isBusy={isSaving} isDisabled={memberId === null}>
            {t('badge.award')}
          </Button>
        </div>
      </Form>
      <Holders badge={badge} />
    </SidePanel>
  );
}

type MemberFieldProps = {
  search: string;
  onSearch: (search: string) => void;
  value: string | null;
  onChange: (memberId: string | null) => void;
};

function MemberField({ search, onSearch, value, onChange }: MemberFieldProps) {
  const { t } = useTranslation('gamification');
  const db = useDb();
  const { account_id } = useAccount();
  const filter = { search: useDeferredValue(search.trim()), status: 'active' } as const;
  const members = useQuery({
    ...memberPage(db, account_id, filter, { column: 'name', isAscending: true }, { size: MAX_CHOICES }),
    placeholderData: (old) => old,
  });
  return (
    <ComboBox
      label={t('badge.member')}
      options={(members.data?.rows ?? []).map(({ id, name, email }) => ({ id, label: name, description: email }))}
      isServerFiltered
      isLoading={members.isFetching}
      inputValue={search}
      onInputChange={onSearch}
      value={value}
      onChange={onChange}
    />
  );
}

function Holders({ badge }: { badge: ListedBadge }) {
  const { t } = useTranslation('gamification');
  const db = useDb();
  const { account_id } = useAccount();
  const holders = useQuery(badgeHoldersQuery(db, account_id, badge.id));
  const { save, isSaving } = useSave((memberId: string) => takeBadge(db, badge.id, memberId), {
    invalidates: [gamificationKey(account_id)],
    done: t('badge.taken'),
  });
  if (holders.isError) return <ErrorState onRetry={() => void holders.refetch()} isRetrying={holders.isFetching} />;
  if (!holders.data) return <SkeletonList rows={3} />;
  if (holders.data.length === 0) return <p className="muted">{t('badge.noHolders')}</p>;
  return (
    <ul className="grid gap-3">
      {holders.data.map(({ member_id, name, avatar, awarded_at }) => (
        <li key={member_id} className="row justify-between">
          <Avatar
            name={name}
            hueKey={member_id}
            sources={avatar ? [avatar] : []}
            note={<RelativeTime when={awarded_at} />}
          />
          <Button
            size="sm"
            isBusy={isSaving}
            aria-label={t('badge.takeFrom', { name })}
            onPress={() => void save(member_id)}
          >
            {t('badge.take')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
