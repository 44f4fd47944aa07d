import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readOwnMember } from '#base/browser/member.ts';
import { useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import type { RouteHandle } from '#base/shared/site.ts';
import { paths } from '#paths';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useDraft } from '#ui/use-draft.ts';
import { AnswerInputs } from '../components/answer-inputs.tsx';
import { arrive, useRedirectedFrom } from '../components/arrival.ts';
import { AuthFrame } from '../components/auth-frame.tsx';
import { problemOf } from '../components/auth-problems.ts';
import { useSiteTitle } from '../components/site-title.ts';
import { fieldsQuery, saveAnswers } from '../fields/data.ts';
import { answerProblems } from '../fields/rules.ts';
import { isEmail, passwordMaximum, passwordMinimum } from '../rules.ts';

export const handle: RouteHandle = { isPublic: true, hydrates: true, isBare: true };

export default function SignUp() {
  const { t } = useTranslation('members');
  const wire = useWire();
  const { account, locale } = useSite();
  const site = useSiteTitle();
  const from = useRedirectedFrom();
  const [step, setStep] = useState<'form' | 'busy' | 'mailed'>('form');
  const [problem, setProblem] = useState<string>();
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const [asked, setAsked] = useState<Record<string, string>>({});
  const fields = (useQuery(fieldsQuery(wire, account.account_id)).data ?? []).filter((field) => field.on_sign_up);
  const draft = useDraft({
    saved: { name: '', email: '', password: '' },
    validate: ({ name, email, password }) => ({
      name: name.trim() ? undefined : t('problem.nameMissing'),
      email: isEmail(email.trim()) ? undefined : t('problem.email'),
      password: password.length >= passwordMinimum ? undefined : t('password.weak.length', { count: passwordMinimum }),
    }),
  });

  /** The account is there by now: an answer that is refused is asked for again in the profile, and keeps nobody out. */
  async function keepAnswers(userId: string) {
    const member = await readOwnMember(wire, account.account_id, userId).catch(() => null);
    if (member && Object.keys(answers).length > 0)
      await saveAnswers(wire, account.account_id, member.id, answers).catch(() => {});
  }

  async function signUp() {
    setProblem(undefined);
    const wrong = answerProblems(fields, answers);
    setAsked(Object.fromEntries(Object.entries(wrong).map(([id, key]) => [id, t(`fields.problem.${key}`)])));
    if (!draft.check() || Object.keys(wrong).length > 0) return;
    setStep('busy');
    const { data, error } = await wire.auth.signUp({
      email: draft.values.email.trim(),
      password: draft.values.password,
      options: { data: { display_name: draft.values.name.trim(), locale } },
    });
    if (!error && data.session && data.user) {
      await keepAnswers(data.user.id);
      return arrive();
    }
    if (!error) return setStep('mailed');
    const { field, text } = problemOf(error, t);
    if (field === 'email' || field === 'password') draft.setErrors({ [field]: text });
    else setProblem(text);
    setStep('form');
  }

  if (step === 'mailed') {
    return <AuthFrame title={t('signUp.mailedTitle')} sentence={t('signUp.mailed', { email: draft.values.email })} />;
  }
  return (
    <AuthFrame
      title={t('signUp.title', { site })}
      sentence={t(account.is_platform ? 'signUp.platform' : 'signUp.account', { site })}
      foot={
        <>
          {t('signUp.known')}{' '}
          <a className="link" href={paths.login(from)}>
            {t('login.action')}
          </a>
        </>
      }
    >
      <Form method="post" onSubmit={() => void signUp()} problem={problem}>
        <TextField label={t('field.name')} autoComplete="name" maxLength={120} isRequired {...draft.field('name')} />
        <TextField
          label={t('field.email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          maxLength={320}
          isRequired
          {...draft.field('email')}
        />
        <TextField
          label={t('field.password')}
          type="password"
          autoComplete="new-password"
          description={t('password.hint', { count: passwordMinimum })}
          maxLength={passwordMaximum}
          isRequired
          {...draft.field('password')}
        />
        <AnswerInputs
          fields={fields}
          answers={answers}
          problems={asked}
          onChange={(id, value) => {
            setAnswers({ ...answers, [id]: value });
            setAsked({ ...asked, [id]: '' });
          }}
        />
        <Button type="submit" variant="primary" size="lg" isBlock isBusy={step === 'busy'}>
          {t('signUp.action')}
        </Button>
      </Form>
    </AuthFrame>
  );
}
