import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { isGoodRecoveryToken } from '../recovery/data.ts';
import { tokenIn } from '../rules.ts';
import { useRedirectedFrom } from './after-sign-in.ts';
import { AuthCard } from './auth-card.tsx';
import { RecoveryForm } from './recovery-form.tsx';
import { spentLinkPath } from './spent-link.ts';

// Lazy: only needed with a link, a texted code, or a hosted backend.
const RecoveredPasswordForm = lazy(() =>
  import('./new-password-form.tsx').then((module) => ({ default: module.RecoveredPasswordForm })),
);
const RecoveryText = lazy(() => import('./recovery-text.tsx').then((module) => ({ default: module.RecoveryText })));
const HostedResetForm = lazy(() =>
  import('./hosted-reset-form.tsx').then((module) => ({ default: module.HostedResetForm })),
);

/** Password reset: with a valid mailed link it sets the new password; otherwise it requests the mail first. */
export function ResetPasswordForm({ site, hasPhone = false }: { site: string; hasPhone?: boolean }) {
  const { t } = useTranslation('members');
  const { backend } = useSite();
  const { home, token, isChecked, isExpired, sentTo, goToCode, acceptToken } = useResetSteps(hasPhone);
  const isFromCheckout = useRedirectedFrom() === paths.checkout();
  const footer = (
    <a
      className="link"
      href={home + (isFromCheckout ? paths.checkout() : paths.login())}
      data-onward={isFromCheckout ? undefined : ''}
      data-carries-email=""
    >
      {t('reset.back')}
    </a>
  );
  if (token) {
    return (
      <AuthCard site={site} title={t('reset.newTitle')} description={t('reset.newAt', { site })} footer={footer}>
        <Suspense fallback={<SkeletonText lines={4} />}>
          {isChecked ? <RecoveredPasswordForm token={token} home={home} /> : <SkeletonText lines={4} />}
        </Suspense>
      </AuthCard>
    );
  }
  if (sentTo) {
    return (
      <AuthCard site={site} title={t('phones:textedTitle')} footer={footer}>
        <Suspense>
          <RecoveryText
            phone={sentTo}
            onToken={acceptToken}
            onLeave={() => location.assign(home + paths.resetPassword())}
          />
        </Suspense>
      </AuthCard>
    );
  }
  if (backend.url) {
    return (
      <Suspense>
        <HostedResetForm site={site} isExpired={isExpired} />
      </Suspense>
    );
  }
  return (
    <AuthCard
      site={site}
      title={t('reset.title')}
      description={t(hasPhone ? 'phones:resetText' : 'reset.text')}
      footer={footer}
    >
      <RecoveryForm isExpired={isExpired} hasPhone={hasPhone} onCodeTexted={goToCode} />
    </AuthCard>
  );
}

/** How far the reset is, by the address the page was opened with: a link's token, or the phone a code was texted to. */
function useResetSteps(hasPhone: boolean) {
  const page = useSite();
  const [token, setToken] = useState<string | null>();
  /** Phone number the code was texted to. */
  const [sentTo, setSentTo] = useState<string>();
  const [isChecked, setChecked] = useState(false);
  const [isExpired, setExpired] = useState(false);
  /** Origin of the account's site if this page is served by another host. */
  const home = page.isElsewhere ? page.origin : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, by the address the page was opened with
  useEffect(() => {
    const fromLink = tokenIn(location.hash, 'recovery');
    setToken(fromLink);
    const params = new URLSearchParams(location.search + location.hash.replace('#', '&'));
    setExpired(params.has('error') || params.has('error_code'));
    if (hasPhone) setSentTo(new URLSearchParams(location.hash.replace('#', '')).get('phone') ?? undefined);
    if (!fromLink) return;
    void isGoodRecoveryToken(page, fromLink).then((isValid) => {
      if (isValid) setChecked(true);
      else location.replace(home + spentLinkPath());
    });
  }, []);
  /** The code is entered on the platform's host, where no script of a site runs. */
  function goToCode(phone: string, address: string) {
    const url = new URL(address);
    url.hash = new URLSearchParams({ phone }).toString();
    if (url.origin === location.origin && url.search === location.search) setSentTo(phone);
    else location.assign(url);
  }
  function acceptToken(texted: string) {
    history.replaceState(history.state, '', location.pathname + location.search);
    setChecked(true);
    setToken(texted);
  }
  return { home, token, isChecked, isExpired, sentTo, goToCode, acceptToken };
}
