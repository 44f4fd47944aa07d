import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { useReadyClient } from './after-sign-in.ts';
import { NewPasswordField } from './auth-fields.tsx';
import { AuthButton, AuthField, AuthForm, useAuthForm } from './auth-form.tsx';
import { newPasswordProblem, problemOf } from './auth-problems.ts';
import { SignUpCode } from './sign-up-code.tsx';
import { type Documents, TermsAcceptance } from './terms-acceptance.tsx';
import { useAuthRequest } from './use-auth-request.ts';

type InvitedSignUpProps = {
  email: string;
  name: string;
  documents: Documents;
  onSignedUp: () => Promise<void>;
};

/** Sign-up form for an invited person: the address is known and verified by the invitation mail. */
export function InvitedSignUp({ email, name, documents, onSignedUp }: InvitedSignUpProps) {
  const { t } = useTranslation('members');
  const readyClient = useReadyClient();
  const { fields, problem, isBusy, isMailed, signUp } = useInvitedSignUp({ email, documents, onSignedUp });
  if (isMailed) {
    return (
      <div className="grid gap-4">
        <p>{t('signUp.mailed', { email })}</p>
        <SignUpCode email={email} onConfirmed={onSignedUp} />
      </div>
    );
  }
  return (
    <AuthForm form={fields.form} onSubmit={signUp} onBegin={readyClient} problem={problem}>
      <AuthField label={t('field.email')} type="email" autoComplete="username" defaultValue={email} readOnly />
      <AuthField
        label={t('field.name')}
        autoComplete="name"
        maxLength={120}
        defaultValue={name}
        required
        {...fields.field('name')}
      />
      <NewPasswordField label={t('field.password')} {...fields.field('password')} />
      <TermsAcceptance documents={documents} {...fields.field('accepts')} />
      <AuthButton variant="primary" isBusy={isBusy}>
        {t('invitation.accept')}
      </AuthButton>
    </AuthForm>
  );
}

function useInvitedSignUp({ email, documents, onSignedUp }: Omit<InvitedSignUpProps, 'name'>) {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account, locale } = useSite();
  const [isMailed, setMailed] = useState(false);
  const fields = useAuthForm(['name', 'password', 'accepts'], (values) => ({
    name: values.name.trim() ? undefined : t('problem.nameMissing'),
    password: newPasswordProblem(values.password, t),
    accepts: !documents.terms || values.accepts ? undefined : t('problem.accept'),
  }));
  const { send, isBusy, problem, showProblem } = useAuthRequest(fields);

  function signUp() {
    return send(async () => {
      const values = fields.check();
      if (!values) return;
      const { data, error } = await db.auth.signUp({
        email,
        password: values.password,
        options: {
          data: {
            display_name: values.name.trim(),
            locale,
            ...(values.accepts ? { accepts: account.account_id } : {}),
          },
          emailRedirectTo: location.href,
        },
      });
      if (error) showProblem(problemOf(error, t));
      else if (data.session) await onSignedUp();
      else setMailed(true);
    });
  }
  return { fields, problem, isBusy, isMailed, signUp };
}
