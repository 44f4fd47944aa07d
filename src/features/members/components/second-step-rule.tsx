import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { rereadStanding, useMembership } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { Switch } from '#ui/choice.tsx';
import { showProblem, showToast } from '#ui/toaster.tsx';
import { accountOwner } from '../data.ts';
import { requireSecondStep } from '../second-step/data.ts';

/** Whether the team has to sign in with a second step: for the owner of a site, and on the platform for who runs it. */
export function SecondStepRule({ className }: { className: string }) {
  const { t } = useTranslation('members');
  const wire = useWire();
  const queries = useQueryClient();
  const { account_id, is_platform } = useAccount();
  const { userId } = useMembership();
  const owner = accountOwner(wire, account_id);
  const account = useQuery(owner);
  if (!account.data || (!is_platform && account.data.owner_id !== userId)) return null;

  async function change(isRequired: boolean) {
    try {
      await requireSecondStep(wire, account_id, isRequired);
      showToast(t(isRequired ? 'second.ruleOn' : 'second.ruleOff'));
    } catch (error) {
      showProblem((error as Error).message);
    }
    await queries.invalidateQueries({ queryKey: owner.queryKey });
    await rereadStanding(queries, account_id);
  }
  return (
    <div className={`card p-4 ${className}`}>
      <Switch
        description={t(is_platform ? 'second.rulePlatformText' : 'second.ruleText')}
        isSelected={account.data.needs_second_step}
        onChange={(isRequired) => void change(isRequired)}
      >
        {t(is_platform ? 'second.rulePlatform' : 'second.rule')}
      </Switch>
    </div>
  );
}
