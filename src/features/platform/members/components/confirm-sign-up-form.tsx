import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { paths } from '#paths';
import { untilLeft } from '#ui/fields/use-action.ts';
import { goToRedirectTarget, useReadyClient } from './after-sign-in.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthButton, AuthForm, AuthNote, useAuthForm } from './auth-form.tsx';
import { problemOf } from './auth-problems.ts';
import { useAuthRequest } from './use-auth-request.ts';

/**
 * Landing page of the sign-up confirmation link, in any browser. It needs a click: link scanners must not use up the
 * token, and following a link alone must not sign anybody in.
 */
export function ConfirmSignUpForm({ site, token }: { site: string; token: string }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const readyClient = useReadyClient();
  const [isExpired, setExpired] = useState(token === '');
  const fields = useAuthForm([], () => ({}));
  const { send, isBusy, problem, setProblem } = useAuthRequest(fields);

  function confirm() {
    return send(async () => {
      const { error } = await db.auth.verifyOtp({ token_hash: token, type: 'signup' });
      if (!error) {
        goToRedirectTarget();
        return untilLeft();
      }
      const { field, text } = problemOf(error, t);
      if (field === 'code') setExpired(true);
      else setProblem(text);
    });
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
        <AuthForm form={fields.form} onSubmit={confirm} onBegin={readyClient} problem={problem}>
          <AuthButton variant="primary" isBusy={isBusy}>
            {t('mail.confirmation.button')}
          </AuthButton>
        </AuthForm>
      )}
    </AuthCard>
  );
}
