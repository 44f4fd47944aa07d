import { Mail } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { type LoginOptions, useSite } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { ContentLanguage } from '#ui/display/content-language.tsx';
import { untilLeft, useAction } from '#ui/fields/use-action.ts';
import { joinAccount } from '../data.ts';
import { saveAnswers } from '../fields/data.ts';
import { answerProblems, type MemberField } from '../fields/rules.ts';
import type { SignInProvider } from '../providers/rules.ts';
import { mailSignInLink } from '../recovery/data.ts';
import { passwordMaximum, passwordMinimum } from '../rules.ts';
import { goToRedirectTarget, useIsMember, useReadyClient, useRedirectedFrom } from './after-sign-in.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthButton, AuthField, AuthForm, useAuthForm } from './auth-form.tsx';
import { problemOf } from './auth-problems.ts';
import { LoginNameField } from './login-name-field.tsx';
import { linkEmailProblem, loginNameProblem, parseLoginName, phoneProblemOf } from './phone-names.ts';
import { ProviderLinks } from './provider-links.tsx';
import { SignUpCode } from './sign-up-code.tsx';
import { SignUpField } from './sign-up-field.tsx';
import { TermsAcceptance } from './terms-acceptance.tsx';

export type SignUpFormProps = {
  site: string;
  /** Member fields asked at sign-up, besides name, address and password. */
  signUpFields: readonly MemberField[];
  /** Country options, named and sorted by the server. */
  countries: readonly { id: string; label: string }[];
  doors: LoginOptions;
  /** The language the account wrote its member fields in. */
  language?: string;
  providers?: readonly SignInProvider[];
};

type Values = Readonly<Record<string, string>>;

// Loaded only where phone numbers are accepted.
const SignUpText = lazy(() => import('./sign-up-text.tsx').then((module) => ({ default: module.SignUpText })));

/** Sign-up form. */
export function SignUpForm({ site, signUpFields, countries, doors, language, providers = [] }: SignUpFormProps) {
  const { t } = useTranslation('members');
  const db = useDb();
  const page = useSite();
  const { account, locale } = page;
  const from = useRedirectedFrom();
  const readyClient = useReadyClient();
  const { run, isRunning: isBusy } = useAction();
  const mayGoOn = useIsMember();
  const [sentMail, setSentMail] = useState<{ email: string; values: Values; type: 'signup' | 'email' }>();
  const [sentTo, setSentTo] = useState<{ phone: string; values: Values }>();
  const [problem, setProblem] = useState<string>();
  const fields = useAuthForm<string>(
    ['name', 'email', 'password', 'accepts', ...signUpFields.map(({ id }) => id)],
    (values) => {
      const { name = '', email = '', password = '' } = values;
      const problems = Object.entries(answerProblems(signUpFields, values));
      return {
        name: name.trim() ? undefined : t('problem.nameMissing'),
        email: loginNameProblem(email, doors.hasPhone, t),
        password:
          password.length >= passwordMinimum ? undefined : t('password.weak.length', { count: passwordMinimum }),
        accepts: !doors.terms || values.accepts ? undefined : t('problem.accept'),
        ...Object.fromEntries(problems.map(([id, key]) => [id, t(`fields.problem.${key}`)])),
      };
    },
  );

  /** The user exists by now: rejected field values are asked again in the profile and don't block the sign-up. */
  async function saveFieldAnswers(userId: string, values: Values) {
    const answered = signUpFields.flatMap(({ id }) => (values[id] ? [[id, values[id]] as const] : []));
    if (answered.length === 0) return;
    const { readOwnMember } = await import('#base/browser/member.ts');
    const member = await readOwnMember(db, account.account_id, userId);
    if (member) await saveAnswers(db, account.account_id, member.id, Object.fromEntries(answered));
  }

  const dataOf = (name: string, values: Values) => ({
    display_name: name.trim(),
    locale,
    ...(values.accepts ? { accepts: account.account_id } : {}),
  });

  /** Signs up without a password, by a mailed link. */
  function signUpByLink() {
    return run(async () => {
      setProblem(undefined);
      const values = fields.check(['password'], (typed) => ({ email: linkEmailProblem(typed.email ?? '', t) }));
      if (!values) return;
      const { name = '', email = '' } = values;
      const { error } = await mailSignInLink(db, page, {
        email: email.trim(),
        options: { data: dataOf(name, values), emailRedirectTo: location.href },
      });
      if (error) setProblem(problemOf(error, t).text);
      else setSentMail({ email: email.trim(), values, type: 'email' });
    });
  }

  /** The address may belong to an existing user of the platform, who then joins this site. */
  async function continueSignUp(userId: string, values: Values) {
    if (!(await mayGoOn(userId))) {
      await joinAccount(db, account.account_id, Boolean(values.accepts)).catch(() => {});
    }
    await saveFieldAnswers(userId, values).catch(() => {});
    goToRedirectTarget();
  }

  function signUp() {
    return run(async () => {
      setProblem(undefined);
      const values = fields.check();
      if (!values) return;
      const { name = '', email = '', password = '' } = values;
      const login = doors.hasPhone ? parseLoginName(email, t) : { email: email.trim() };
      if ('problem' in login) return fields.showErrors({ email: login.problem });
      const options = { data: dataOf(name, values), emailRedirectTo: location.href };
      const { data, error } = await db.auth.signUp({ ...login, password, options });
      if (!error && data.session && data.user) {
        await saveFieldAnswers(data.user.id, values).catch(() => {});
        goToRedirectTarget();
        return untilLeft();
      }
      if (!error && 'phone' in login) return setSentTo({ phone: login.phone, values });
      if (!error) return setSentMail({ email: email.trim(), values, type: 'signup' });
      const { field, text } = 'phone' in login ? phoneProblemOf(error, t) : problemOf(error, t);
      if (field === 'email' || field === 'password') fields.setErrors({ [field]: text });
      else setProblem(text);
    });
  }

  if (sentTo !== undefined)
    return (
      <AuthCard site={site} title={t('phones:textedTitle')}>
        <Suspense>
          <SignUpText
            phone={sentTo.phone}
            onConfirmed={(userId) => continueSignUp(userId, sentTo.values)}
            onLeave={() => setSentTo(undefined)}
          />
        </Suspense>
      </AuthCard>
    );
  if (sentMail !== undefined)
    return (
      <AuthCard site={site} title={t('signUp.mailedTitle')} description={t('signUp.mailed', { email: sentMail.email })}>
        <SignUpCode
          email={sentMail.email}
          type={sentMail.type}
          onConfirmed={(userId) => continueSignUp(userId, sentMail.values)}
        />
      </AuthCard>
    );
  return (
    <AuthCard
      site={site}
      title={t('signUp.title', { site })}
      description={t(account.is_platform ? 'signUp.platform' : 'signUp.account', { site })}
      footer={
        <>
          {t('signUp.known')}{' '}
          <a className="link" href={paths.login(from)} data-onward="">
            {t('login.action')}
          </a>
        </>
      }
    >
      <AuthForm form={fields.form} onSubmit={signUp} onBegin={readyClient} problem={problem}>
        <AuthField label={t('field.name')} autoComplete="name" maxLength={120} required {...fields.field('name')} />
        <LoginNameField hasPhone={doors.hasPhone} {...fields.field('email')} />
        <AuthField
          label={t('field.password')}
          type="password"
          autoComplete="new-password"
          description={t('password.hint', { count: passwordMinimum })}
          maxLength={passwordMaximum}
          required
          {...fields.field('password')}
        />
        <ContentLanguage page={locale} language={language ?? locale}>
          {signUpFields.map((field) => (
            <SignUpField key={field.id} field={field} countries={countries} {...fields.field(field.id)} />
          ))}
        </ContentLanguage>
        <TermsAcceptance documents={doors} {...fields.field('accepts')} />
        <AuthButton variant="primary" isBusy={isBusy}>
          {t('signUp.action')}
        </AuthButton>
        {doors.hasMagicLink ? (
          <AuthButton icon={Mail} isDisabled={isBusy} onClick={signUpByLink}>
            {t('signUp.byLink')}
          </AuthButton>
        ) : null}
      </AuthForm>
      <ProviderLinks providers={providers} next={from} />
    </AuthCard>
  );
}
