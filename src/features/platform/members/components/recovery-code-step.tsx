import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import type { Db } from '#base/shared/db-client.ts';
import { type RecoveryCodes, readRecoveryCodes } from '../profile/data.ts';
import { AuthButton, AuthField, AuthForm, useAuthForm } from './auth-form.tsx';
import { problemOf } from './auth-problems.ts';
import { useAuthRequest } from './use-auth-request.ts';

/**
 * The second step with a recovery code, which replaces any factor and is used up. Reports how many are left if the user
 * stays signed in.
 */
export function RecoveryCodeStep({
  db,
  factorId,
  staysSignedIn,
  onPassed,
  onBack,
  onLeave,
}: {
  db: Db;
  factorId: string;
  staysSignedIn: boolean;
  onPassed: (left?: RecoveryCodes) => void;
  onBack: () => void;
  onLeave: () => Promise<void>;
}) {
  const { t } = useTranslation('members');
  const site = useSite();
  const fields = useAuthForm(['code'], ({ code }) => ({ code: code.trim() ? undefined : t('recovery.wrong') }));
  const { send, isBusy, problem, setProblem } = useAuthRequest(fields);

  function check() {
    return send(async () => {
      const values = fields.check();
      if (!values) return;
      const { error } = await db.auth.mfa.challengeAndVerify({ factorId, code: values.code.trim() });
      if (!error) return onPassed(staysSignedIn ? await readRecoveryCodes(db, site).catch(() => undefined) : undefined);
      if (error.code === 'mfa_verification_failed') fields.setErrors({ code: t('recovery.wrong') });
      else setProblem(problemOf(error, t).text);
    });
  }
  return (
    <div className="grid gap-4">
      <AuthForm form={fields.form} onSubmit={check} problem={problem}>
        <AuthField
          label={t('recovery.code')}
          description={t('recovery.codeHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          maxLength={60}
          required
          isFirst
          {...fields.field('code')}
        />
        <AuthButton variant="primary" isBusy={isBusy}>
          {t('second.confirm')}
        </AuthButton>
      </AuthForm>
      <AuthButton variant="quiet" size="md" onClick={onBack}>
        {t('recovery.back')}
      </AuthButton>
      <AuthButton variant="quiet" size="md" onClick={onLeave}>
        {t('join.leave')}
      </AuthButton>
    </div>
  );
}
