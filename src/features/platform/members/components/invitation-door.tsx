import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { acceptInvitation, type MailedInvitation } from '../invitations/data.ts';
import type { Documents } from './door-acceptance.tsx';
import { AuthCard } from './door-card.tsx';
import { AuthButton, AuthNote } from './door-form.tsx';
import { InvitedSignUp } from './invited-sign-up.tsx';
import { useRoleNames } from './role-name.ts';

export type InvitationDoorProps = {
  site: string;
  code: string;
  invitation: MailedInvitation | null;
  documents: Documents;
};

/** Landing page of an invitation link: shows the invited address and accepts the invitation. */
export function InvitationDoor({ site, code, invitation, documents }: InvitationDoorProps) {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  const nameOf = useRoleNames();
  const { session } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function accept() {
    setBusy(true);
    setProblem(undefined);
    try {
      await acceptInvitation(db, account_id, code);
      location.assign(paths.dashboard());
    } catch (error) {
      setProblem((error as Error).message || t('problem.unknown'));
      setBusy(false);
    }
  }
  const title = t('invitation.title', { site });
  const signIn = (from?: string) => (
    <a className="link" href={paths.login(from)} data-onward="">
      {t('login.action')}
    </a>
  );
  if (invitation?.state !== 'open')
    return (
      <AuthCard
        site={site}
        title={title}
        description={t(`invitation.${invitation?.state ?? 'gone'}`)}
        footer={signIn()}
      />
    );
  const text = t('invitation.text', { email: invitation.email, role: nameOf(invitation.role) });
  const note = problem ? <AuthNote tone="error">{problem}</AuthNote> : null;
  if (!session) {
    return (
      <AuthCard
        site={site}
        title={title}
        description={text}
        footer={
          <>
            {t('signUp.known')} {signIn(paths.invitation(code))}
          </>
        }
      >
        <InvitedSignUp email={invitation.email} name={invitation.name} documents={documents} onSignedUp={accept} />
        {note}
      </AuthCard>
    );
  }
  return (
    <AuthCard site={site} title={title} description={text}>
      <div className="grid gap-4">
        {note}
        {session.user.email?.toLowerCase() === invitation.email ? (
          <AuthButton variant="primary" isBusy={isBusy} onClick={accept}>
            {t('invitation.accept')}
          </AuthButton>
        ) : (
          <>
            <AuthNote tone="warning">{t('invitation.otherPerson', { email: session.user.email })}</AuthNote>
            <AuthButton onClick={() => db.auth.signOut({ scope: 'local' }).then(() => location.reload())}>
              {t('join.leave')}
            </AuthButton>
          </>
        )}
      </div>
    </AuthCard>
  );
}
