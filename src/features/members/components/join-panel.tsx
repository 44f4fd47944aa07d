import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { joinAccount } from '../data.ts';
import { DoorButton, DoorNote } from './door-form.tsx';

/** Someone the platform knows stands at an account they don't belong to: they may join, or leave. */
export function JoinPanel({
  site,
  email,
  onJoined,
  onLeave,
}: {
  site: string;
  email: string;
  onJoined: () => void;
  onLeave: () => Promise<void>;
}) {
  const { t } = useTranslation('members');
  const wire = useWire();
  const account = useAccount();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function join() {
    setBusy(true);
    setProblem(undefined);
    try {
      if (await joinAccount(wire, account.account_id)) return onJoined();
      setProblem(t('join.blocked', { site }));
    } catch {
      setProblem(t('problem.unknown'));
    }
    setBusy(false);
  }
  return (
    <div className="grid gap-4">
      <p>{t('join.text', { site, email })}</p>
      {problem ? <DoorNote tone="error">{problem}</DoorNote> : null}
      <DoorButton variant="primary" isBusy={isBusy} onClick={join}>
        {t('join.action', { site })}
      </DoorButton>
      <DoorButton variant="quiet" size="md" onClick={onLeave}>
        {t('join.leave')}
      </DoorButton>
    </div>
  );
}
