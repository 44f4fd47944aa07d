import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { call } from '#base/shared/call.ts';
import { paths } from '#paths';
import { goToRedirectTarget, useReadyClient } from './after-sign-in.ts';
import { AuthCard } from './auth-card.tsx';
import { NewPasswordField } from './auth-fields.tsx';
import { AuthButton, AuthForm, AuthNote, useAuthForm } from './auth-form.tsx';
import { newPasswordProblem } from './auth-problems.ts';
import { useAuthRequest } from './use-auth-request.ts';

/** Landing page of the setup link printed at startup for a super admin's address: its holder sets the password. */
export function SetUpForm({ site, code }: { site: string; code: string }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const readyClient = useReadyClient();
  const fields = useAuthForm(['password'], ({ password }) => ({ password: newPasswordProblem(password, t) }));
  const { send, isBusy, problem, setProblem } = useAuthRequest(fields);
  const [isExpired, setExpired] = useState(false);
  useEffect(() => {
    void post(paths.checkSetUp(), { code }).then((response) => {
      if (response?.status === 404) setExpired(true);
    });
  }, [code]);

  function save() {
    return send(async () => {
      const values = fields.check();
      if (!values) return;
      const { password } = values;
      const response = await post(paths.saveLogin(), { code, password });
      if (response?.ok) {
        const { email } = (await response.json()) as { email: string };
        const { error } = await db.auth.signInWithPassword({ email, password });
        return error ? location.assign(paths.login()) : goToRedirectTarget();
      }
      if (response?.status === 422) fields.setErrors({ password: t('password.weak.pwned') });
      else if (response?.status === 404) setExpired(true);
      else setProblem(t(response ? 'problem.unknown' : 'problem.offline'));
    });
  }
  if (isExpired) {
    return (
      <AuthCard site={site} title={t('reset.newTitle')}>
        <AuthNote tone="warning">{t('reset.spent')}</AuthNote>
        <a className="link" href={paths.resetPassword()}>
          {t('reset.title')}
        </a>
      </AuthCard>
    );
  }
  return (
    <AuthCard site={site} title={t('reset.newTitle')}>
      <AuthForm form={fields.form} onSubmit={save} onBegin={readyClient} problem={problem}>
        <NewPasswordField label={t('field.newPassword')} {...fields.field('password')} />
        <AuthButton variant="primary" isBusy={isBusy}>
          {t('reset.save')}
        </AuthButton>
      </AuthForm>
    </AuthCard>
  );
}

const post = (path: string, body: object) =>
  call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
