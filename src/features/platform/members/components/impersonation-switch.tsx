import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import type { OwnMember } from '#base/browser/member.ts';
import { dbErrorOf } from '#base/shared/db-client.ts';
import { Switch } from '#ui/fields/choice.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { accountOwner, changeMembers } from '../data.ts';

/** Switch that lets others impersonate the member; on the owner's profile it applies to the whole account. */
export function ImpersonationSwitch({ member }: { member: OwnMember }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const owner = accountOwner(db, member.account_id);
  const account = useQuery(owner);
  const isOwner = account.data?.owner_id === member.user_id;

  const { save: run } = useSave((change: () => Promise<unknown>) => change(), {
    done: t('profile.actSaved'),
    invalidates: [['members', member.account_id], owner.queryKey],
  });
  if (isOwner) {
    return (
      <Switch
        description={t('profile.actAllText')}
        isSelected={account.data?.allows_log_in_as ?? true}
        onChange={(is_allowed) =>
          void run(async () => {
            const { error } = await db.rpc('allow_log_in_as', { account_id: member.account_id, is_allowed });
            if (error) throw dbErrorOf(error);
          })
        }
      >
        {t('profile.actAll')}
      </Switch>
    );
  }
  return (
    <Switch
      description={t('profile.actOwnText')}
      isSelected={member.allows_log_in_as}
      onChange={(allows_log_in_as) =>
        void run(() => changeMembers(db, member.account_id, [member.id], { allows_log_in_as }))
      }
    >
      {t('profile.actOwn')}
    </Switch>
  );
}
