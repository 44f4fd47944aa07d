import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignOut } from '#base/browser/member.ts';
import { useSession } from '#base/browser/session.ts';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/states.tsx';
import { joinAccount } from '../data.ts';

/** Someone the platform knows stands at an account they don't belong to: they may join, or leave. */
export function JoinPanel({ site, onJoined }: { site: string; onJoined: () => void }) {
  const { t } = useTranslation('members');
  const wire = useWire();
  const account = useAccount();
  const { session } = useSession();
  const signOut = useSignOut();
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
      <p>{t('join.text', { site, email: session?.user.email ?? '' })}</p>
      {problem ? <Note tone="error">{problem}</Note> : null}
      <Button variant="primary" size="lg" isBlock isBusy={isBusy} onPress={join}>
        {t('join.action', { site })}
      </Button>
      <Button variant="quiet" isBlock onPress={() => void signOut()}>
        {t('join.leave')}
      </Button>
    </div>
  );
}
