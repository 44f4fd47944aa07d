import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { paths } from '#paths';
import { goToRedirectTarget, useReadyClient } from './arrival.ts';
import { problemOf } from './auth-problems.ts';
import { AuthCard } from './door-card.tsx';
import { AuthButton, AuthForm, AuthNote, useAuthForm } from './door-form.tsx';

/**
 * Landing page of the sign-up confirmation link, in any browser. It needs a click: link scanners must not use up the
 * token, and following a link alone must not sign anybody in.
 */
export function ConfirmDoor({ site, token }: { site: string; token: string }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const readyClient = useReadyClient();
  const [isBusy, setBusy] = useState(false);
  const [isExpired, setExpired] = useState(token === '');
  const [problem, setProblem] = useState<string>();
  const { form } = useAuthForm([], () => ({}));

  async function confirm() {
    setProblem(undefined);
    setBusy(true);
    const { error } = await db.auth.verifyOtp({ token_hash: token, type: 'signup' });
    if (!error) return goToRedirectTarget();
    setBusy(false);
    const { field, text } = problemOf(error, t);
    if (field === 'code') setExpired(true);
    else setProblem(text);
  }
  return (
    <AuthCard
      site={site}
      title={t('mail.confirmation.heading')}
      footer={
        <a className="link" href={paths.login()} data-onward="">
          {t('reset.back')}
        </a>
      }
    >
      {isExpired ? (
        <AuthNote tone="warning">{t('reset.spent')}</AuthNote>
      ) : (
        <AuthForm form={form} onSubmit={confirm} onBegin={readyClient} problem={problem}>
          <AuthButton variant="primary" isBusy={isBusy}>
            {t('mail.confirmation.button')}
          </AuthButton>
        </AuthForm>
      )}
    </AuthCard>
  );
}
