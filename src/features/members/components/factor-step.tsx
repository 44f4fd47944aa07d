import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignOut } from '#base/browser/member.ts';
import { useWire } from '#base/browser/wire.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { ErrorState, Note } from '#ui/states.tsx';
import { TextField } from '#ui/text-field.tsx';
import { problemOf } from './auth-problems.ts';
import { secondFactors } from './second-step.ts';

/** The second step of signing in: a code of the app, or a security key. */
export function FactorStep({ onPassed }: { onPassed: () => void }) {
  const { t } = useTranslation('members');
  const wire = useWire();
  const signOut = useSignOut();
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [codeProblem, setCodeProblem] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const factors = useQuery({ queryKey: ['second-factors'], queryFn: () => secondFactors(wire), staleTime: 0 });
  const apps = factors.data?.filter(({ type }) => type === 'totp') ?? [];
  const keys = factors.data?.filter(({ type }) => type === 'webauthn') ?? [];

  async function checkCode() {
    const digits = code.replace(/\s/g, '');
    setCodeProblem(undefined);
    setProblem(undefined);
    if (!/^\d{6}$/.test(digits)) return setCodeProblem(t('problem.codeForm'));
    setBusy(true);
    // Whoever has two apps is not asked which one this code is of.
    for (const { id } of apps) {
      const { error } = await wire.auth.mfa.challengeAndVerify({ factorId: id, code: digits });
      if (!error) return onPassed();
      if (error.code !== 'mfa_verification_failed') {
        setProblem(problemOf(error, t).text);
        return setBusy(false);
      }
    }
    setCodeProblem(t('problem.code'));
    setBusy(false);
  }
  async function answerByKey(factorId: string) {
    setProblem(undefined);
    setBusy(true);
    const { error } = await wire.auth.mfa.webauthn.authenticate({ factorId });
    if (!error) return onPassed();
    setProblem(t('second.keyFailed'));
    setBusy(false);
  }
  if (factors.isError) return <ErrorState onRetry={() => void factors.refetch()} />;
  if (!factors.data) return <SkeletonText lines={3} />;
  return (
    <div className="grid gap-4">
      {apps.length > 0 ? (
        <Form onSubmit={() => void checkCode()} problem={problem}>
          <TextField
            label={t('second.code')}
            description={t('second.codeHint')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
            value={code}
            onChange={setCode}
            errorMessage={codeProblem}
            isRequired
            autoFocus
          />
          <Button type="submit" variant="primary" size="lg" isBlock isBusy={isBusy}>
            {t('second.confirm')}
          </Button>
        </Form>
      ) : problem ? (
        <Note tone="error">{problem}</Note>
      ) : null}
      {keys.map((key) => (
        <Button
          key={key.id}
          size="lg"
          isBlock
          icon={KeyRound}
          variant={apps.length > 0 ? 'line' : 'primary'}
          isDisabled={isBusy}
          onPress={() => void answerByKey(key.id)}
        >
          {t('second.useKey', { name: key.name })}
        </Button>
      ))}
      <Button variant="quiet" isBlock onPress={() => void signOut()}>
        {t('join.leave')}
      </Button>
    </div>
  );
}
