import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import type { Db } from '#base/shared/db-client.ts';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { useAction } from '#ui/fields/use-action.ts';
import type { RecoveryCodes } from '../profile/data.ts';
import { AuthButton, AuthField, AuthForm, AuthNote, useAuthForm } from './auth-form.tsx';
import { problemOf } from './auth-problems.ts';
import { RecoveryCodeStep } from './recovery-code-step.tsx';
import { type SecondFactor, secondFactors } from './second-step.ts';

/** The second sign-in step: an authenticator code, a security key, or a recovery code instead. */
export function FactorStep({
  db: givenDb,
  onPassed,
  onLeave,
}: {
  /** The client with the session, if it is not the page's own. */
  db?: Db;
  /** `left`: the remaining recovery codes, if one was used and the user stays signed in. */
  onPassed: (left?: RecoveryCodes) => void;
  onLeave: () => Promise<void>;
}) {
  const { t } = useTranslation(['members', 'ui']);
  const pages = useDb();
  const db = givenDb ?? pages;
  const [factors, setFactors] = useState<SecondFactor[] | 'failed'>();
  const { backend } = useSite();
  const [isByRecoveryCode, setByRecoveryCode] = useState(false);
  const { run, isRunning: isBusy } = useAction();
  const [problem, setProblem] = useState<string>();
  const isCode = (code: string) => /^\d{6}$/.test(code.replace(/\s/g, ''));
  const fields = useAuthForm(['code'], ({ code }) => ({ code: isCode(code) ? undefined : t('problem.codeForm') }));

  function loadFactors() {
    setFactors(undefined);
    secondFactors(db).then(setFactors, () => setFactors('failed'));
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: on mount only; after a failure the user retries
  useEffect(loadFactors, []);

  if (factors === 'failed') {
    return (
      <div className="grid gap-4">
        <AuthNote tone="error">{t('ui:state.notArrived')}</AuthNote>
        <AuthButton variant="primary" onClick={loadFactors}>
          {t('ui:state.retry')}
        </AuthButton>
      </div>
    );
  }
  if (!factors) return <SkeletonText lines={3} />;
  const apps = factors.filter(({ type }) => type === 'totp');
  const keys = factors.filter(({ type }) => type === 'webauthn');

  const [first] = factors;
  if (isByRecoveryCode && first) {
    return (
      <RecoveryCodeStep
        db={db}
        factorId={first.id}
        staysSignedIn={!givenDb}
        onPassed={onPassed}
        onBack={() => setByRecoveryCode(false)}
        onLeave={onLeave}
      />
    );
  }

  function checkCode() {
    return run(async () => {
      setProblem(undefined);
      const values = fields.check();
      if (!values) return;
      const code = values.code.replace(/\s/g, '');
      // With several apps the code is tried on each of them.
      for (const { id } of apps) {
        const { error } = await db.auth.mfa.challengeAndVerify({ factorId: id, code });
        if (!error) return onPassed();
        if (error.code !== 'mfa_verification_failed') {
          setProblem(problemOf(error, t).text);
          return;
        }
      }
      fields.setErrors({ code: t('problem.code') });
    });
  }
  function answerByKey(factorId: string) {
    return run(async () => {
      setProblem(undefined);
      const { error } = await db.auth.mfa.webauthn.authenticate({ factorId });
      if (!error) return onPassed();
      setProblem(t('second.keyFailed'));
    });
  }
  return (
    <div className="grid gap-4">
      {apps.length > 0 ? (
        <AuthForm form={fields.form} onSubmit={checkCode} problem={problem}>
          <AuthField
            label={t('second.code')}
            description={t('second.codeHint')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
            required
            isFirst
            {...fields.field('code')}
          />
          <AuthButton variant="primary" isBusy={isBusy}>
            {t('second.confirm')}
          </AuthButton>
        </AuthForm>
      ) : problem ? (
        <AuthNote tone="error">{problem}</AuthNote>
      ) : null}
      {keys.map((key) => (
        <AuthButton
          key={key.id}
          icon={KeyRound}
          variant={apps.length > 0 ? 'line' : 'primary'}
          isDisabled={isBusy}
          onClick={() => answerByKey(key.id)}
        >
          {t('second.useKey', { name: key.name })}
        </AuthButton>
      ))}
      {backend.url || !first ? null : (
        <AuthButton variant="quiet" size="md" isDisabled={isBusy} onClick={() => setByRecoveryCode(true)}>
          {t('recovery.use')}
        </AuthButton>
      )}
      <AuthButton variant="quiet" size="md" onClick={onLeave}>
        {t('join.leave')}
      </AuthButton>
    </div>
  );
}
