import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Card } from '#ui/layout/section.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { checkDomain, type DomainClaim, domainStates, removeDomain } from '../data.ts';
import { RecordList } from './record-list.tsx';

type DomainCardProps = {
  accountId: string;
  claim: DomainClaim;
  home: string;
  onChanged: () => Promise<unknown>;
};

/** One domain: its state, errors and required DNS records. */
export function DomainCard({ accountId, claim, home, onChanged }: DomainCardProps) {
  const { t } = useTranslation('domains');
  const db = useDb();
  const [isRemoving, setRemoving] = useState(false);
  const isLive = claim.state === 'live';
  const isWrong = claim.problem !== null && claim.problem !== 'records';

  const { save: check, isSaving: isChecking } = useSave(() => checkDomain(db, accountId, claim.id), {
    onSaved: onChanged,
    done: t('checking'),
  });
  return (
    <Card
      title={<bdi dir="ltr">{claim.domain}</bdi>}
      actions={
        <Badge tone={isLive && !isWrong ? 'success' : 'warning'} hasDot>
          {t(`state.${claim.state}`)}
        </Badge>
      }
    >
      <div className="grid gap-4">
        <Steps claim={claim} />
        {claim.problem ? (
          <div role="status" className="grid gap-1">
            <p className="font-medium">{t(`problem.${claim.problem}`, { domain: claim.domain })}</p>
            {claim.detail ? (
              <p className="help break-words" dir="auto">
                {claim.detail}
              </p>
            ) : null}
          </div>
        ) : null}
        {!isLive || claim.problem === 'records' ? <RecordList claim={claim} home={home} /> : null}
        <DomainDates claim={claim} />
        <div className="flex flex-wrap gap-3">
          <Button icon={RefreshCw} isBusy={isChecking} onPress={() => void check()}>
            {t('check')}
          </Button>
          <Button variant="danger-line" icon={Trash2} onPress={() => setRemoving(true)}>
            {t('remove')}
          </Button>
        </div>
      </div>
      <RemoveDomain
        accountId={accountId}
        claim={claim}
        home={home}
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        onChanged={onChanged}
      />
    </Card>
  );
}

/** When the records were last looked up, and how long the certificate is valid. */
function DomainDates({ claim }: { claim: DomainClaim }) {
  const { t } = useTranslation('domains');
  const { locale } = useSite();
  return (
    <p className="help">
      {claim.checked_at ? (
        <>
          {t('lookedAt')} <RelativeTime when={claim.checked_at} />
        </>
      ) : (
        t('notLookedAt')
      )}
      {claim.certificate_until ? (
        <>
          {' · '}
          {t('certificateUntil', {
            date: dateFormat(locale, { dateStyle: 'medium' }).format(new Date(claim.certificate_until)),
          })}
        </>
      ) : null}
    </p>
  );
}

function RemoveDomain({
  accountId,
  claim,
  home,
  onChanged,
  isOpen,
  onOpenChange,
}: DomainCardProps & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const { t } = useTranslation('domains');
  const db = useDb();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('removeTitle', { domain: claim.domain })}
      confirmLabel={t('remove')}
      isDanger
      onConfirm={async () => {
        await removeDomain(db, accountId, claim.id);
        await onChanged();
        showToast(t('removed', { domain: claim.domain }));
      }}
    >
      {t(claim.state === 'live' ? 'removeLive' : 'removeOther', { home })}
    </ConfirmDialog>
  );
}

/** Progress of a domain through its states. */
function Steps({ claim }: { claim: DomainClaim }) {
  const { t } = useTranslation('domains');
  const reached = domainStates.indexOf(claim.state);
  return (
    <ol className="flex flex-wrap gap-x-5 gap-y-2" aria-label={t('steps')}>
      {domainStates.slice(1).map((state, index) => {
        const isDone = index < reached;
        return (
          <li key={state} className="status" aria-current={index === reached ? 'step' : undefined}>
            <span className={isDone ? 'dot tone-success' : 'dot'} aria-hidden="true" />
            <span className={isDone ? 'font-medium' : 'muted'}>{t(`step.${state}`)}</span>
            <span className="vh"> {t(isDone ? 'done' : 'open')}</span>
          </li>
        );
      })}
    </ol>
  );
}
