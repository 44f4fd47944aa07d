import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { ContentLanguage } from '#ui/display/content-language.tsx';
import type { SignInProvider } from '../providers/rules.ts';
import { useReadyClient, useRedirectedFrom } from './after-sign-in.ts';
import { AuthCard } from './auth-card.tsx';
import { NewPasswordField } from './auth-fields.tsx';
import { AuthButton, AuthField, AuthForm } from './auth-form.tsx';
import { LoginNameField } from './login-name-field.tsx';
import { ProviderLinks } from './provider-links.tsx';
import { SignUpField } from './sign-up-field.tsx';
import { TermsAcceptance } from './terms-acceptance.tsx';
import { type SignUpOptions, useSignUp } from './use-sign-up.ts';

export type SignUpCardProps = SignUpOptions & {
  site: string;
  /** Country options, named and sorted by the server. */
  countries: readonly { id: string; label: string }[];
  /** The language the account wrote its member fields in. */
  language?: string;
  providers?: readonly SignInProvider[];
};

/** The fields of the sign-up form. */
export function SignUpCard({ site, countries, language, providers = [], ...options }: SignUpCardProps) {
  const { t } = useTranslation('members');
  const { account, locale } = useSite();
  const from = useRedirectedFrom();
  const readyClient = useReadyClient();
  const { fields, problem, isBusy, signUp, signUpByLink } = useSignUp(options);
  const { signUpFields, doors } = options;
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
        <NewPasswordField label={t('field.password')} {...fields.field('password')} />
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
