import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { type LoginOptions, useSite } from '#base/browser/site.tsx';
import { untilLeft } from '#ui/fields/use-action.ts';
import { answerProblems, type MemberField } from '../fields/rules.ts';
import { mailSignInLink } from '../recovery/data.ts';
import { useAuthForm } from './auth-form.tsx';
import { newPasswordProblem, problemOf } from './auth-problems.ts';
import { linkEmailProblem, loginNameProblem, parseLoginName, phoneProblemOf } from './phone-names.ts';
import { useAuthRequest } from './use-auth-request.ts';

export type SignUpValues = Readonly<Record<string, string>>;

/** Where a code was sent, and what the form holds until it is entered. */
export type SentCode = { values: SignUpValues } & ({ phone: string } | { email: string; type: 'signup' | 'email' });

export type SignUpOptions = {
  /** Member fields asked at sign-up, besides name, address and password. */
  signUpFields: readonly MemberField[];
  doors: LoginOptions;
  onSent: (sent: SentCode) => void;
  onSignedUp: (userId: string, values: SignUpValues) => Promise<void>;
};

/** The fields and requests of the sign-up form. */
export function useSignUp({ signUpFields, doors, onSent, onSignedUp }: SignUpOptions) {
  const { t } = useTranslation('members');
  const db = useDb();
  const page = useSite();
  const fields = useSignUpFields(signUpFields, doors);
  const { send, isBusy, problem, setProblem, showProblem } = useAuthRequest(fields);

  const dataOf = ({ name = '', accepts }: SignUpValues) => ({
    display_name: name.trim(),
    locale: page.locale,
    ...(accepts ? { accepts: page.account.account_id } : {}),
  });
  /** Signs up without a password, by a mailed link. */
  const signUpByLink = () =>
    send(async () => {
      const values = fields.check(['password'], (typed) => ({ email: linkEmailProblem(typed.email ?? '', t) }));
      if (!values) return;
      const email = (values.email ?? '').trim();
      const { error } = await mailSignInLink(db, page, {
        email,
        options: { data: dataOf(values), emailRedirectTo: location.href },
      });
      if (error) setProblem(problemOf(error, t).text);
      else onSent({ email, values, type: 'email' });
    });
  const signUp = () =>
    send(async () => {
      const values = fields.check();
      if (!values) return;
      const { email = '', password = '' } = values;
      const login = doors.hasPhone ? parseLoginName(email, t) : { email: email.trim() };
      if ('problem' in login) return fields.showErrors({ email: login.problem });
      const options = { data: dataOf(values), emailRedirectTo: location.href };
      const { data, error } = await db.auth.signUp({ ...login, password, options });
      if (error) return showProblem('phone' in login ? phoneProblemOf(error, t) : problemOf(error, t));
      if (data.session && data.user) return onSignedUp(data.user.id, values).then(untilLeft);
      onSent('phone' in login ? { phone: login.phone, values } : { email: email.trim(), values, type: 'signup' });
    });
  return { fields, problem, isBusy, signUp, signUpByLink };
}

function useSignUpFields(signUpFields: readonly MemberField[], doors: LoginOptions) {
  const { t } = useTranslation('members');
  return useAuthForm<string>(
    ['name', 'email', 'password', 'accepts', ...signUpFields.map(({ id }) => id)],
    (values) => {
      const { name = '', email = '', password = '' } = values;
      const problems = Object.entries(answerProblems(signUpFields, values));
      return {
        name: name.trim() ? undefined : t('problem.nameMissing'),
        email: loginNameProblem(email, doors.hasPhone, t),
        password: newPasswordProblem(password, t),
        accepts: !doors.terms || values.accepts ? undefined : t('problem.accept'),
        ...Object.fromEntries(problems.map(([id, key]) => [id, t(`fields.problem.${key}`)])),
      };
    },
  );
}
