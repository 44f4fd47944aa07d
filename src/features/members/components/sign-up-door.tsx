import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { paths } from '#paths';
import { saveAnswers } from '../fields/data.ts';
import { answerProblems, type MemberField } from '../fields/rules.ts';
import { isEmail, passwordMaximum, passwordMinimum } from '../rules.ts';
import { arrive, useReadyClient, useRedirectedFrom } from './arrival.ts';
import { problemOf } from './auth-problems.ts';
import { DoorAnswer } from './door-answer.tsx';
import { DoorCard } from './door-card.tsx';
import { DoorButton, DoorField, DoorForm, useDoorForm } from './door-form.tsx';
import { SignUpCode } from './sign-up-code.tsx';

export type SignUpDoorProps = {
  site: string;
  /** What the site asks at sign-up, beside name, address and password. */
  asked: readonly MemberField[];
  /** To choose from where a country is asked, as the server named and ordered them. */
  countries: readonly { id: string; label: string }[];
};

/** Where one becomes somebody here. */
export function SignUpDoor({ site, asked, countries }: SignUpDoorProps) {
  const { t } = useTranslation('members');
  const wire = useWire();
  const { account, locale } = useSite();
  const from = useRedirectedFrom();
  const readyClient = useReadyClient();
  const [isBusy, setBusy] = useState(false);
  const [mailed, setMailed] = useState<{ email: string; values: Readonly<Record<string, string>> }>();
  const [problem, setProblem] = useState<string>();
  const fields = useDoorForm<string>(['name', 'email', 'password', ...asked.map(({ id }) => id)], (values) => {
    const { name = '', email = '', password = '' } = values;
    const wrong = Object.entries(answerProblems(asked, values));
    return {
      name: name.trim() ? undefined : t('problem.nameMissing'),
      email: isEmail(email.trim()) ? undefined : t('problem.email'),
      password: password.length >= passwordMinimum ? undefined : t('password.weak.length', { count: passwordMinimum }),
      ...Object.fromEntries(wrong.map(([id, key]) => [id, t(`fields.problem.${key}`)])),
    };
  });

  /** The account is there by now: an answer that is refused is asked for again in the profile, and keeps nobody out. */
  async function keepAnswers(userId: string, values: Readonly<Record<string, string>>) {
    const given = asked.flatMap(({ id }) => (values[id] ? [[id, values[id]] as const] : []));
    if (given.length === 0) return;
    const { readOwnMember } = await import('#base/browser/member.ts');
    const member = await readOwnMember(wire, account.account_id, userId);
    if (member) await saveAnswers(wire, account.account_id, member.id, Object.fromEntries(given));
  }

  async function signUp() {
    setProblem(undefined);
    const values = fields.check();
    if (!values) return;
    setBusy(true);
    const { name = '', email = '', password = '' } = values;
    const { data, error } = await wire.auth.signUp({
      email: email.trim(),
      password,
      options: { data: { display_name: name.trim(), locale }, emailRedirectTo: location.href },
    });
    if (!error && data.session && data.user) {
      await keepAnswers(data.user.id, values).catch(() => {});
      return arrive();
    }
    setBusy(false);
    if (!error) return setMailed({ email: email.trim(), values });
    const { field, text } = problemOf(error, t);
    if (field === 'email' || field === 'password') fields.setErrors({ [field]: text });
    else setProblem(text);
  }

  if (mailed !== undefined)
    return (
      <DoorCard site={site} title={t('signUp.mailedTitle')} sentence={t('signUp.mailed', { email: mailed.email })}>
        <SignUpCode
          email={mailed.email}
          onConfirmed={async (userId) => {
            await keepAnswers(userId, mailed.values).catch(() => {});
            arrive();
          }}
        />
      </DoorCard>
    );
  return (
    <DoorCard
      site={site}
      title={t('signUp.title', { site })}
      sentence={t(account.is_platform ? 'signUp.platform' : 'signUp.account', { site })}
      foot={
        <>
          {t('signUp.known')}{' '}
          <a className="link" href={paths.login(from)} data-onward="">
            {t('login.action')}
          </a>
        </>
      }
    >
      <DoorForm form={fields.form} onSubmit={signUp} onBegin={readyClient} problem={problem}>
        <DoorField label={t('field.name')} autoComplete="name" maxLength={120} required {...fields.field('name')} />
        <DoorField
          label={t('field.email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          maxLength={320}
          required
          {...fields.field('email')}
        />
        <DoorField
          label={t('field.password')}
          type="password"
          autoComplete="new-password"
          description={t('password.hint', { count: passwordMinimum })}
          maxLength={passwordMaximum}
          required
          {...fields.field('password')}
        />
        {asked.map((field) => (
          <DoorAnswer key={field.id} field={field} countries={countries} {...fields.field(field.id)} />
        ))}
        <DoorButton variant="primary" isBusy={isBusy}>
          {t('signUp.action')}
        </DoorButton>
      </DoorForm>
    </DoorCard>
  );
}
