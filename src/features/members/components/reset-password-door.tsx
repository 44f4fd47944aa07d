import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#base/browser/session.ts';
import { paths } from '#paths';
import { SkeletonText } from '#ui/skeleton.tsx';
import { DoorCard } from './door-card.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { RecoveryForm } from './recovery-form.tsx';

/** Whoever comes by the mailed link has a session and sets the password; everyone else asks for the mail first. */
export function ResetPasswordDoor({ site }: { site: string }) {
  const { t } = useTranslation('members');
  const { session, isKnown } = useSession();
  const [link, setLink] = useState<'none' | 'spent' | 'new'>('none');
  const [proven, setProven] = useState<string>();
  useEffect(() => {
    const words = new URLSearchParams(location.search + location.hash.replace('#', '&'));
    if (words.has('error') || words.has('error_code')) setLink('spent');
    else if (words.has('code') || words.has('access_token')) setLink('new');
  }, []);
  const foot = (
    <a className="link" href={paths.login()} data-onward="">
      {t('reset.back')}
    </a>
  );
  const email = session?.user.email ?? proven;
  if (email !== undefined) {
    return (
      <DoorCard site={site} title={t('reset.newTitle')} sentence={t('reset.newText', { email })}>
        <NewPasswordForm email={email} />
      </DoorCard>
    );
  }
  if (link === 'new' && !isKnown) {
    return (
      <DoorCard site={site} title={t('reset.newTitle')} foot={foot}>
        <SkeletonText lines={4} />
      </DoorCard>
    );
  }
  return (
    <DoorCard site={site} title={t('reset.title')} sentence={t('reset.text')} foot={foot}>
      <RecoveryForm isSpent={link === 'spent'} onProven={setProven} />
    </DoorCard>
  );
}
