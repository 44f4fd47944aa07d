import { useTranslation } from 'react-i18next';
import type { SignInProblem } from '../providers/rules.ts';
import { AuthNote } from './door-form.tsx';

const keys = {
  denied: 'with.problem.denied',
  expired: 'with.problem.expired',
  unverified: 'with.problem.unverified',
  noEmail: 'with.problem.noEmail',
  banned: 'problem.banned',
  linked: 'with.problem.linked',
  busy: 'problem.tooMany',
  failed: 'with.problem.failed',
} as const satisfies Record<SignInProblem, string>;

/** Error of a sign-in by an external provider; server-rendered, so that it shows without JavaScript. */
export function SignInProblemNote({ problem }: { problem: SignInProblem }) {
  const { t } = useTranslation('members');
  return (
    <div className="mb-6">
      <AuthNote tone={problem === 'unverified' ? 'warning' : 'error'}>{t(keys[problem])}</AuthNote>
    </div>
  );
}
