import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#base/browser/session.ts';
import { useSite } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { SkeletonText } from '#ui/skeleton.tsx';
import { isGoodRecoveryToken } from '../recovery/data.ts';
import { tokenIn } from '../rules.ts';
import { DoorCard } from './door-card.tsx';
import { HostedPasswordForm, RecoveredPasswordForm, spentLinkPath } from './new-password-form.tsx';
import { RecoveryForm } from './recovery-form.tsx';

/** Whoever comes by a mailed link that is still good chooses the new password; everyone else asks for the mail first. */
export function ResetPasswordDoor({ site }: { site: string }) {
  const { t } = useTranslation('members');
  const page = useSite();
  const { origin, isElsewhere, backend } = page;
  const [token, setToken] = useState<string | null>();
  const [isChecked, setChecked] = useState(false);
  const [isSpent, setSpent] = useState(false);
  /** Pages of the account, wherever this one stands. */
  const home = isElsewhere ? origin : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, by the address the page was opened with
  useEffect(() => {
    const fromLink = tokenIn(location.hash, 'recovery');
    setToken(fromLink);
    const words = new URLSearchParams(location.search + location.hash.replace('#', '&'));
    setSpent(words.has('error') || words.has('error_code'));
    if (!fromLink) return;
    void isGoodRecoveryToken(page, fromLink).then((isGood) => {
      if (isGood) setChecked(true);
      else location.replace(home + spentLinkPath());
    });
  }, []);
  const foot = (
    <a className="link" href={home + paths.login()} data-onward="">
      {t('reset.back')}
    </a>
  );
  if (token) {
    return (
      <DoorCard site={site} title={t('reset.newTitle')} sentence={t('reset.newAt', { site })} foot={foot}>
        {isChecked ? <RecoveredPasswordForm token={token} home={home} /> : <SkeletonText lines={4} />}
      </DoorCard>
    );
  }
  if (backend.url) return <HostedResetDoor site={site} isSpent={isSpent} />;
  return (
    <DoorCard site={site} title={t('reset.title')} sentence={t('reset.text')} foot={foot}>
      <RecoveryForm isSpent={isSpent} />
    </DoorCard>
  );
}

/** A hosted backend's links lead to the site with a session, which may set the password as its settings have it. */
function HostedResetDoor({ site, isSpent }: { site: string; isSpent: boolean }) {
  const { t } = useTranslation('members');
  const { session, isKnown } = useSession();
  const [isNew, setNew] = useState(false);
  const [proven, setProven] = useState<string>();
  useEffect(() => {
    const words = new URLSearchParams(location.search + location.hash.replace('#', '&'));
    setNew(words.has('code') || words.has('access_token'));
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
        <HostedPasswordForm email={email} />
      </DoorCard>
    );
  }
  if (isNew && !isKnown) {
    return (
      <DoorCard site={site} title={t('reset.newTitle')} foot={foot}>
        <SkeletonText lines={4} />
      </DoorCard>
    );
  }
  return (
    <DoorCard site={site} title={t('reset.title')} sentence={t('reset.text')} foot={foot}>
      <RecoveryForm isSpent={isSpent} onProven={setProven} />
    </DoorCard>
  );
}
