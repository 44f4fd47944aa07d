import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { call } from '#base/shared/call.ts';
import { paths } from '#paths';
import { passwordMaximum, passwordMinimum } from '../rules.ts';
import { goToRedirectTarget, useReadyClient } from './arrival.ts';
import { AuthCard } from './door-card.tsx';
import { AuthButton, AuthField, AuthForm, useAuthForm } from './door-form.tsx';

/** Landing page of the setup link printed at startup for a super admin's address: its holder sets the password. */
export function SetUpDoor({ site, code }: { site: string; code: string }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const readyClient = useReadyClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const fields = useAuthForm(['password'], ({ password }) => ({
    password: password.length >= passwordMinimum ? undefined : t('password.weak.length', { count: passwordMinimum }),
  }));

  async function save() {
    setProblem(undefined);
    const values = fields.check();
    if (!values) return;
    setBusy(true);
    const { password } = values;
    const response = await call(paths.saveLogin(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, password }),
    }).catch(() => undefined);
    if (response?.ok) {
      const { email } = (await response.json()) as { email: string };
      const { error } = await db.auth.signInWithPassword({ email, password });
      return error ? location.assign(paths.login()) : goToRedirectTarget();
    }
    setBusy(false);
    if (response?.status === 422) fields.setErrors({ password: t('password.weak.pwned') });
    else if (response?.status === 404) setProblem(t('reset.spent'));
    else setProblem(t(response ? 'problem.unknown' : 'problem.offline'));
  }
  return (
    <AuthCard site={site} title={t('reset.newTitle')}>
      <AuthForm form={fields.form} onSubmit={save} onBegin={readyClient} problem={problem}>
        <AuthField
          label={t('field.newPassword')}
          type="password"
          autoComplete="new-password"
          description={t('password.hint', { count: passwordMinimum })}
          maxLength={passwordMaximum}
          required
          {...fields.field('password')}
        />
        <AuthButton variant="primary" isBusy={isBusy}>
          {t('reset.save')}
        </AuthButton>
      </AuthForm>
    </AuthCard>
  );
}
