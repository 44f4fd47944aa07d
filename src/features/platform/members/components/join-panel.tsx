import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { isBlocked, joinAccount } from '../data.ts';
import { AuthButton, AuthForm, AuthNote, useAuthForm } from './auth-form.tsx';
import { type Documents, TermsAcceptance } from './terms-acceptance.tsx';
import { useAuthRequest } from './use-auth-request.ts';

/** Shown to a signed-in user who is not a member of this account: they can join, unless blocked, or sign out. */
export function JoinPanel({
  site,
  email,
  documents,
  frame,
  onJoined,
  onLeave,
}: {
  site: string;
  email: string;
  documents: Documents;
  /** Renders the surrounding layout with the title. */
  frame: (title: string, content: ReactNode) => ReactNode;
  onJoined: () => void;
  onLeave: () => Promise<void>;
}) {
  const { t } = useTranslation('members');
  const db = useDb();
  const account = useAccount();
  const { hasBlocked, setHasBlocked } = useBlock();
  const fields = useAuthForm(['accepts'], ({ accepts }) => ({
    accepts: !documents.terms || accepts ? undefined : t('problem.accept'),
  }));
  const { send, isBusy, problem, setProblem } = useAuthRequest(fields);

  function join() {
    return send(async () => {
      const values = fields.check();
      if (!values) return;
      try {
        if (await joinAccount(db, account.account_id, values.accepts !== '')) return onJoined();
        setHasBlocked(true);
      } catch {
        setProblem(t('problem.unknown'));
      }
    });
  }
  if (hasBlocked === undefined) return null;
  return frame(
    t(hasBlocked ? 'join.blockedTitle' : 'join.title', { site }),
    <div className="grid gap-4">
      <p>{t(hasBlocked ? 'join.blocked' : 'join.text', { site, email })}</p>
      {hasBlocked ? (
        problem && <AuthNote tone="error">{problem}</AuthNote>
      ) : (
        <AuthForm form={fields.form} onSubmit={join} problem={problem}>
          <TermsAcceptance documents={documents} {...fields.field('accepts')} />
          <AuthButton variant="primary" isBusy={isBusy}>
            {t('join.action', { site })}
          </AuthButton>
        </AuthForm>
      )}
      <AuthButton variant="quiet" size="md" onClick={onLeave}>
        {t('join.leave')}
      </AuthButton>
    </div>,
  );
}

/** Whether the account has blocked the user; undefined until it is known. */
function useBlock() {
  const db = useDb();
  const { account_id } = useAccount();
  const [hasBlocked, setHasBlocked] = useState<boolean>();
  useEffect(() => {
    let isMounted = true;
    // If this check fails, joining reports the error.
    void isBlocked(db, account_id)
      .catch(() => false)
      .then((is) => isMounted && setHasBlocked(is));
    return () => {
      isMounted = false;
    };
  }, [db, account_id]);
  return { hasBlocked, setHasBlocked };
}
