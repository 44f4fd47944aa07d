import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useMembership } from '#base/browser/member.ts';
import { useSession } from '#base/browser/session.ts';
import { sessionClaimsOf } from '#base/browser/session-claims.ts';
import { useAccount } from '#base/browser/site.tsx';
import { owesSecondStepQuery } from '#features/platform/members/second-step/data.ts';
import { paths } from '#paths';
import { Note } from '#ui/display/states.tsx';

/** Explains reduced rights to whom the site requires a second factor of. Who has set one up was redirected to sign in with it. */
export function MfaNotice() {
  const { t } = useTranslation('dashboard');
  const db = useDb();
  const { is_platform } = useAccount();
  const { role, userId } = useMembership();
  // Nobody sets up a factor while impersonating.
  const { isImpersonated: isActed } = sessionClaimsOf(useSession().session?.access_token);
  const onPlatform = useQuery({ ...owesSecondStepQuery(db, userId), enabled: is_platform && userId !== null });
  if (!(is_platform ? onPlatform.data : role?.needsSecondFactor)) return null;
  return (
    <div className="px-4 pt-4 sm:px-6">
      <Note tone="warning">
        {t('secondStep.text')}{' '}
        {isActed ? null : (
          <Link className="link" to={`${paths.profile()}#second-step`}>
            {t('secondStep.setUp')}
          </Link>
        )}
      </Note>
    </div>
  );
}
