import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { joinAccount } from '../data.ts';
import { saveAnswers } from '../fields/data.ts';
import type { MemberField } from '../fields/rules.ts';
import { goToRedirectTarget, useIsMember } from './after-sign-in.ts';
import { AuthCard } from './auth-card.tsx';
import { SignUpCard, type SignUpCardProps } from './sign-up-card.tsx';
import { SignUpCode } from './sign-up-code.tsx';
import type { SentCode, SignUpValues } from './use-sign-up.ts';

export type SignUpFormProps = Omit<SignUpCardProps, 'onSent' | 'onSignedUp'>;

// Loaded only where phone numbers are accepted.
const SignUpText = lazy(() => import('./sign-up-text.tsx').then((module) => ({ default: module.SignUpText })));

/** Sign-up form, then the code that was mailed or texted. */
export function SignUpForm(props: SignUpFormProps) {
  const { t } = useTranslation('members');
  const { site, signUpFields } = props;
  const [sent, setSent] = useState<SentCode>();
  const { finish, joinAndFinish } = useFinishSignUp(signUpFields);

  if (sent === undefined) return <SignUpCard {...props} onSent={setSent} onSignedUp={finish} />;
  if ('phone' in sent)
    return (
      <AuthCard site={site} title={t('phones:textedTitle')}>
        <Suspense>
          <SignUpText
            phone={sent.phone}
            onConfirmed={(userId) => joinAndFinish(userId, sent.values)}
            onLeave={() => setSent(undefined)}
          />
        </Suspense>
      </AuthCard>
    );
  return (
    <AuthCard site={site} title={t('signUp.mailedTitle')} description={t('signUp.mailed', { email: sent.email })}>
      <SignUpCode email={sent.email} type={sent.type} onConfirmed={(userId) => joinAndFinish(userId, sent.values)} />
    </AuthCard>
  );
}

/** What follows once the user exists. */
function useFinishSignUp(signUpFields: readonly MemberField[]) {
  const db = useDb();
  const { account_id } = useAccount();
  const isMember = useIsMember();

  async function saveFieldAnswers(userId: string, values: SignUpValues) {
    const answered = signUpFields.flatMap(({ id }) => (values[id] ? [[id, values[id]] as const] : []));
    if (answered.length === 0) return;
    const { readOwnMember } = await import('#base/browser/member.ts');
    const member = await readOwnMember(db, account_id, userId);
    if (member) await saveAnswers(db, account_id, member.id, Object.fromEntries(answered));
  }
  /** Rejected field values are asked again in the profile and don't block the sign-up. */
  async function finish(userId: string, values: SignUpValues) {
    await saveFieldAnswers(userId, values).catch(() => {});
    goToRedirectTarget();
  }
  return {
    finish,
    /** The address may belong to an existing user of the platform, who then joins this site. */
    joinAndFinish: async (userId: string, values: SignUpValues) => {
      if (!(await isMember(userId))) await joinAccount(db, account_id, Boolean(values.accepts)).catch(() => {});
      await finish(userId, values);
    },
  };
}
