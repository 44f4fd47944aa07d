import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useCan } from '#base/browser/member.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { CheckboxGroup } from '#ui/fields/choice.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { groupKeys, groupsQuery } from '../../data.ts';
import { owns } from '../../rules.ts';
import { type GroupSource, openedGroupsKey, openedGroupsQuery } from '../data.ts';

type Props = {
  kind: GroupSource['kind'];
  sourceId: string;
  /** Writes which groups it opens: who has it, or is in it, comes in. */
  onSave: (groupIds: string[]) => Promise<void>;
};

/** Which groups a course or a product opens, of those one owns; a choice applies at once. */
export function OpenedGroups(props: Props) {
  // Groups are read where the account has them.
  return useSite().account.features.includes('groups') ? <GroupChoice {...props} /> : null;
}

function GroupChoice({ kind, sourceId, onSave }: Props) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const canManageSite = useCan('manage_options');
  const groups = useQuery(groupsQuery(db, account_id));
  const opened = useQuery(openedGroupsQuery(db, account_id, kind, sourceId));
  const { save, saving } = useSave(onSave, {
    invalidates: [openedGroupsKey(account_id, sourceId), groupKeys.all(account_id)],
    done: t('access.saved'),
  });
  const owned = groups.data?.filter(({ id, role }) => owns({ role, canManageSite }) || opened.data?.includes(id)) ?? [];
  if (!opened.data || owned.length === 0) return null;
  return (
    <CheckboxGroup
      label={t('access.opens')}
      description={t(`access.opensHelp.${kind}`)}
      value={saving ?? opened.data}
      onChange={(ids) => void save(ids)}
      options={owned.map(({ id, title }) => ({ id, label: <bdi>{title}</bdi> }))}
      isVertical
    />
  );
}
