import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import type { Db } from '#base/shared/db-client.ts';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import type { RecoveryCodes } from '../profile/data.ts';
import { CodeField } from './auth-fields.tsx';
import { AuthButton, AuthForm, AuthNote, useAuthForm } from './auth-form.tsx';
import { problemOf } from './auth-problems.ts';
import { RecoveryCodeStep } from './recovery-code-step.tsx';
import { type SecondFactor, secondFactors } from './second-step.ts';
import { useAuthRequest } from './use-auth-request.ts';

type FactorStepProps = {
  /** The client with the session, if it is not the page's own. */
  db?: Db;
  /** `left`: the remaining recovery codes, if one was used and the user stays signed in. */
  onPassed: (left?: RecoveryCodes) => void;
  onLeave: () => Promise<void>;
};

/** The second sign-in step: an authenticator code, a security key, or a recovery code instead. */
export function FactorStep({ db: ownDb, onPassed, onLeave }: FactorStepProps) {
  const { t } = useTranslation(['members', 'ui']);
  const pageDb = useDb();
  const db = ownDb ?? pageDb;
  const [factors, setFactors] = useState<SecondFactor[] | 'failed'>();
  const [isByRecoveryCode, setByRecoveryCode] = useState(false);

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
  const [first] = factors;
  if (isByRecoveryCode && first) {
    return (
      <RecoveryCodeStep
        db={db}
        factorId={first.id}
        staysSignedIn={!ownDb}
        onPassed={onPassed}
        onBack={() => setByRecoveryCode(false)}
        onLeave={onLeave}
      />
    );
  }
  return (
    <FactorForm
      db={db}
      factors={factors}
      onPassed={onPassed}
      onRecoveryCode={() => setByRecoveryCode(true)}
      onLeave={onLeave}
    />
  );
}

function FactorForm({
  db,
  factors,
  onPassed,
  onRecoveryCode,
  onLeave,
}: FactorStepProps & { db: Db; factors: readonly SecondFactor[]; onRecoveryCode: () => void }) {
  const { t } = useTranslation('members');
  const { backend } = useSite();
  const apps = factors.filter(({ type }) => type === 'totp');
  const keys = factors.filter(({ type }) => type === 'webauthn');
  const { fields, problem, isBusy, checkCode, answerByKey } = useFactorRequests(db, apps, onPassed);
  return (
    <div className="grid gap-4">
      {apps.length > 0 ? (
        <AuthForm form={fields.form} onSubmit={checkCode} problem={problem}>
          <CodeField
            label={t('second.code')}
            description={t('second.codeHint')}
            maxLength={8}
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
      {backend.url || factors.length === 0 ? null : (
        <AuthButton variant="quiet" size="md" isDisabled={isBusy} onClick={onRecoveryCode}>
          {t('recovery.use')}
        </AuthButton>
      )}
      <AuthButton variant="quiet" size="md" onClick={onLeave}>
        {t('join.leave')}
      </AuthButton>
    </div>
  );
}

/** The code's field, and the requests that verify the code or a key. */
function useFactorRequests(db: Db, apps: readonly SecondFactor[], onPassed: () => void) {
  const { t } = useTranslation('members');
  const isCode = (code: string) => /^\d{6}$/.test(code.replace(/\s/g, ''));
  const fields = useAuthForm(['code'], ({ code }) => ({ code: isCode(code) ? undefined : t('problem.codeForm') }));
  const { send, isBusy, problem, setProblem } = useAuthRequest(fields);

  const checkCode = () =>
    send(async () => {
      const values = fields.check();
      if (!values) return;
      const code = values.code.replace(/\s/g, '');
      // With several apps the code is tried on each of them.
      for (const { id } of apps) {
        const { error } = await db.auth.mfa.challengeAndVerify({ factorId: id, code });
        if (!error) return onPassed();
        if (error.code !== 'mfa_verification_failed') return setProblem(problemOf(error, t).text);
      }
      fields.setErrors({ code: t('problem.code') });
    });
  const answerByKey = (factorId: string) =>
    send(async () => {
      const { error } = await db.auth.mfa.webauthn.authenticate({ factorId });
      if (!error) return onPassed();
      setProblem(t('second.keyFailed'));
    });
  return { fields, problem, isBusy, checkCode, answerByKey };
}
