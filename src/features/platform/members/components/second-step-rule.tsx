import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { refetchAccess, useMembership } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { DbError } from '#base/shared/db-client.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showError } from '#ui/overlays/toaster.tsx';
import { accountOwner } from '../data.ts';
import { requireSecondStep, teamSecondStepsQuery } from '../second-step/data.ts';

const ownSecondStepPath = () => `${paths.profile()}#second-step`;

/** Switch that requires a second step of the team; for the owner of a site, and for super admins on the platform. */
export function SecondStepRule({ className }: { className: string }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { account_id, is_platform } = useAccount();
  const { userId } = useMembership();
  const [isAsking, setAsking] = useState(false);
  const owner = accountOwner(db, account_id);
  const account = useQuery(owner);
  const mayDecide = account.data !== undefined && (is_platform || account.data.owner_id === userId);
  const teamQuery = teamSecondStepsQuery(db, account_id);
  const team = useQuery({ ...teamQuery, enabled: mayDecide }).data;
  const { save: change } = useSave((next: boolean) => requireSecondStep(db, account_id, next), {
    done: (_, next) => t(next ? 'second.ruleOn' : 'second.ruleOff'),
    invalidates: [owner.queryKey, teamQuery.queryKey],
    onSaved: () => refetchAccess(queries, account_id),
    errorText: (error) => {
      if (!(error instanceof DbError) || error.code !== 'second_step_needed') return error.message;
      showError(error.message, { label: t('second.setUp'), onAction: () => void navigate(ownSecondStepPath()) });
    },
  });
  if (!account.data || !mayDecide) return null;
  const isRequired = account.data.needs_second_step;
  const lacking = team ? t('second.lacking', { lacking: team.lacking, team: team.team }) : '';

  return (
    <div className={`card grid gap-2 p-4 ${className}`}>
      <Switch
        description={t(is_platform ? 'second.rulePlatformText' : 'second.ruleText')}
        isSelected={isRequired}
        // Members without a second factor lose access immediately, so the switch asks first and says how many they are.
        onChange={(next) => (next && team?.has_own && team.lacking > 0 ? setAsking(true) : void change(next))}
      >
        {t(is_platform ? 'second.rulePlatform' : 'second.rule')}
      </Switch>
      {team ? <p className="help">{lacking}</p> : null}
      {team && !team.has_own && !isRequired ? (
        <p>
          {t('second.ownFirst')} <TextLink href={ownSecondStepPath()}>{t('second.setUp')}</TextLink>
        </p>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t('second.askTitle')}
        confirmLabel={t('second.askAction')}
        isDanger={false}
        onConfirm={async () => void (await change(true))}
      >
        <p>{lacking}</p>
        <p>{t('second.askText')}</p>
      </ConfirmDialog>
    </div>
  );
}
