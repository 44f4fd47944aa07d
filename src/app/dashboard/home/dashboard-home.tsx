import { useMembership } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import type { RouteHandle } from '#base/shared/site.ts';
import { useArrival } from '../shell/shell-person.ts';
import { AdminHome } from './admin-home.tsx';
import { LearnerHome } from './learner-home.tsx';
import { OwnerHome } from './owner-home.tsx';
import { PlatformHome } from './platform-home.tsx';

export const handle: RouteHandle = { isServerRendered: true };

/** The home of the dashboard: for learners, for managers of a site, and on the platform for account owners. */
export default function DashboardHome() {
  const account = useAccount();
  const { role } = useMembership();
  const arrival = useArrival();
  if (account.is_platform)
    return arrival.state === 'here' && arrival.person.kind === 'superAdmin' ? <AdminHome /> : <PlatformHome />;
  return role?.caps.includes('manage_options') ? <OwnerHome /> : <LearnerHome />;
}
