import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { call } from '#base/shared/call.ts';
import { paths } from '#paths';
import { useAction } from '#ui/fields/use-action.ts';
import { passwordMaximum, passwordMinimum } from '../rules.ts';
import { goToRedirectTarget, useReadyClient } from './after-sign-in.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthButton, AuthField, AuthForm, useAuthForm } from './auth-form.tsx';

/** Landing page of the setup link printed at startup for a super admin's address: its holder sets the password. */
export function SetUpForm({ site, code }: { site: string; code: string }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const readyClient = useReadyClient();
  const { run, isRunning: isBusy } = useAction();
  const [problem, setProblem] = useState<string>();
  const fields = useAuthForm(['password'], ({ password }) => ({
    password: password.length >= passwordMinimum ? undefined : t('password.weak.length', { count: passwordMinimum }),
  }));

  function save() {
    return run(async () => {
      setProblem(undefined);
      const values = fields.check();
      if (!values) return;
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
      if (response?.status === 422) fields.setErrors({ password: t('password.weak.pwned') });
      else if (response?.status === 404) setProblem(t('reset.spent'));
      else setProblem(t(response ? 'problem.unknown' : 'problem.offline'));
    });
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
