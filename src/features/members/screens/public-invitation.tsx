import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#base/browser/session.ts';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import type { RouteHandle } from '#base/shared/site.ts';
import { paths } from '#paths';
import { Button } from '#ui/button.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { ErrorState, Note } from '#ui/states.tsx';
import { AuthFrame } from '../components/auth-frame.tsx';
import { InvitedSignUp } from '../components/invited-sign-up.tsx';
import { useRoleNames } from '../components/role-name.ts';
import { useSiteTitle } from '../components/site-title.ts';
import { acceptInvitation, readInvitation } from '../invitations/data.ts';

export const handle: RouteHandle = { isPublic: true, hydrates: true, isBare: true };

/** Where the link of an invitation leads: who it is for, and one step to become a member. */
export default function Invitation() {
  const { t } = useTranslation('members');
  const wire = useWire();
  const { account_id } = useAccount();
  const site = useSiteTitle();
  const nameOf = useRoleNames();
  const { session, isKnown } = useSession();
  const [code, setCode] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // The page is the same for all and kept; whose invitation it is, the browser alone knows.
  useEffect(() => setCode(new URLSearchParams(location.search).get('code') ?? ''), []);
  const found = useQuery({
    queryKey: ['invitation', account_id, code],
    queryFn: () => readInvitation(wire, account_id, (code ?? '').slice(0, 200)),
    enabled: code !== undefined,
  });
  const invitation = found.data;

  async function accept() {
    setBusy(true);
    setProblem(undefined);
    try {
      await acceptInvitation(wire, account_id, code ?? '');
      location.assign(paths.dashboard());
    } catch (error) {
      setProblem((error as Error).message || t('problem.unknown'));
      setBusy(false);
    }
  }
  const title = t('invitation.title', { site });
  if (found.isError) {
    return (
      <AuthFrame title={title}>
        <ErrorState onRetry={() => void found.refetch()} />
      </AuthFrame>
    );
  }
  if (invitation === undefined || !isKnown) {
    return (
      <AuthFrame title={title}>
        <SkeletonText lines={3} />
      </AuthFrame>
    );
  }
  if (invitation?.state !== 'open') {
    const foot = (
      <a className="link" href={paths.login()}>
        {t('login.action')}
      </a>
    );
    return <AuthFrame title={title} sentence={t(`invitation.${invitation?.state ?? 'gone'}`)} foot={foot} />;
  }
  const here = paths.invitation(code ?? '');
  const isTheirs = session?.user.email?.toLowerCase() === invitation.email;
  const sentence = t('invitation.text', { email: invitation.email, role: nameOf(invitation.role) });
  if (!session) {
    return (
      <AuthFrame
        title={title}
        sentence={sentence}
        foot={
          <>
            {t('signUp.known')}{' '}
            <a className="link" href={paths.login(here)}>
              {t('login.action')}
            </a>
          </>
        }
      >
        <InvitedSignUp email={invitation.email} name={invitation.name} onSignedUp={accept} />
        {problem ? <Note tone="error">{problem}</Note> : null}
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={title} sentence={sentence}>
      <div className="grid gap-4">
        {problem ? <Note tone="error">{problem}</Note> : null}
        {isTheirs ? (
          <Button variant="primary" size="lg" isBlock isBusy={isBusy} onPress={() => void accept()}>
            {t('invitation.accept')}
          </Button>
        ) : (
          <>
            <Note tone="warning">{t('invitation.otherPerson', { email: session.user.email })}</Note>
            <Button
              size="lg"
              isBlock
              onPress={() => void wire.auth.signOut({ scope: 'local' }).then(() => location.reload())}
            >
              {t('join.leave')}
            </Button>
          </>
        )}
      </div>
    </AuthFrame>
  );
}
