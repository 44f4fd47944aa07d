import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { untilLeft, useAction } from '#ui/fields/use-action.ts';
import { acceptInvitation, type MailedInvitation } from '../invitations/data.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthButton, AuthNote } from './auth-form.tsx';
import { InvitedSignUp } from './invited-sign-up.tsx';
import { useRoleNames } from './role-name.ts';
import type { Documents } from './terms-acceptance.tsx';

export type AcceptInvitationFormProps = {
  site: string;
  code: string;
  invitation: MailedInvitation | null;
  documents: Documents;
};

/** Landing page of an invitation link: shows the invited address and accepts the invitation. */
export function AcceptInvitationForm({ site, code, invitation, documents }: AcceptInvitationFormProps) {
  const { t } = useTranslation('members');
  const nameOf = useRoleNames();
  const { session } = useSession();
  const { accept, isBusy, problem } = useAcceptance(code);
  const signIn = (from?: string) => (
    <a className="link" href={paths.login(from)} data-onward="">
      {t('login.action')}
    </a>
  );
  if (invitation?.state !== 'open')
    return (
      <AuthCard
        site={site}
        title={t('invitation.closedTitle', { site })}
        description={t(`invitation.${invitation?.state ?? 'gone'}`)}
        footer={signIn()}
      />
    );
  const title = t('invitation.title', { site });
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
          <OtherPerson email={session.user.email} />
        )}
      </div>
    </AuthCard>
  );
}

/** Accepts the invitation and goes to the dashboard. */
function useAcceptance(code: string) {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  const { run, isRunning: isBusy } = useAction();
  const [problem, setProblem] = useState<string>();
  function accept() {
    return run(async () => {
      setProblem(undefined);
      try {
        await acceptInvitation(db, account_id, code);
        location.assign(paths.dashboard());
        await untilLeft();
      } catch (error) {
        setProblem((error as Error).message || t('problem.unknown'));
      }
    });
  }
  return { accept, isBusy, problem };
}

/** Somebody else is signed in: they can sign out. */
function OtherPerson({ email }: { email: string | undefined }) {
  const { t } = useTranslation('members');
  const db = useDb();
  return (
    <>
      <AuthNote tone="warning">{t('invitation.otherPerson', { email })}</AuthNote>
      <AuthButton onClick={() => db.auth.signOut({ scope: 'local' }).then(() => location.reload())}>
        {t('join.leave')}
      </AuthButton>
    </>
  );
}
