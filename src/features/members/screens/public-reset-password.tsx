import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#base/browser/session.ts';
import type { RouteHandle } from '#base/shared/site.ts';
import { paths } from '#paths';
import { SkeletonText } from '#ui/skeleton.tsx';
import { AuthFrame } from '../components/auth-frame.tsx';
import { NewPasswordForm } from '../components/new-password-form.tsx';
import { RecoveryForm } from '../components/recovery-form.tsx';

export const handle: RouteHandle = { isPublic: true, hydrates: true, isBare: true };

/** Whoever comes by the mailed link has a session and sets the password; everyone else asks for the mail first. */
export default function ResetPassword() {
  const { t } = useTranslation('members');
  const { session, isKnown } = useSession();
  const [isSpent, setSpent] = useState(false);
  useEffect(() => {
    const words = new URLSearchParams(location.search + location.hash.replace('#', '&'));
    setSpent(words.has('error') || words.has('error_code'));
  }, []);
  const foot = (
    <a className="link" href={paths.login()}>
      {t('reset.back')}
    </a>
  );
  if (!isKnown) {
    return (
      <AuthFrame title={t('reset.title')} foot={foot}>
        <SkeletonText lines={4} />
      </AuthFrame>
    );
  }
  if (session) {
    return (
      <AuthFrame title={t('reset.newTitle')} sentence={t('reset.newText', { email: session.user.email })}>
        <NewPasswordForm />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('reset.title')} sentence={t('reset.text')} foot={foot}>
      <RecoveryForm isSpent={isSpent} />
    </AuthFrame>
  );
}
