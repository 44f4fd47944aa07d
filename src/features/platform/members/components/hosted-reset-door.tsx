import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#base/browser/session.ts';
import { paths } from '#paths';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { AuthCard } from './door-card.tsx';
import { HostedPasswordForm } from './new-password-form.tsx';
import { RecoveryForm } from './recovery-form.tsx';

/** Reset page for a hosted backend, whose links open the site with a session that may set the password. */
export function HostedResetForm({ site, isExpired }: { site: string; isExpired: boolean }) {
  const { t } = useTranslation('members');
  const { session, isKnown } = useSession();
  const [isNew, setNew] = useState(false);
  const [userId, setUserId] = useState<string>();
  useEffect(() => {
    const params = new URLSearchParams(location.search + location.hash.replace('#', '&'));
    setNew(params.has('code') || params.has('access_token'));
  }, []);
  const footer = (
    <a className="link" href={paths.login()} data-onward="">
      {t('reset.back')}
    </a>
  );
  const email = session?.user.email ?? userId;
  if (email !== undefined) {
    return (
      <AuthCard site={site} title={t('reset.newTitle')} description={t('reset.newText', { email })}>
        <HostedPasswordForm email={email} />
      </AuthCard>
    );
  }
  if (isNew && !isKnown) {
    return (
      <AuthCard site={site} title={t('reset.newTitle')} footer={footer}>
        <SkeletonText lines={4} />
      </AuthCard>
    );
  }
  return (
    <AuthCard site={site} title={t('reset.title')} description={t('reset.text')} footer={footer}>
      <RecoveryForm isExpired={isExpired} onVerified={setUserId} />
    </AuthCard>
  );
}
