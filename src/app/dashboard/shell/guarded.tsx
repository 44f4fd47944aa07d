import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useAccount } from '#base/browser/site.tsx';
import { isAllowedAt } from '../menus/access.ts';
import { NotAllowed } from './not-allowed.tsx';
import type { ShellPerson } from './shell-person.ts';

/** A screen, or an error for those who may not open it. */
export function Guarded({ person, children }: { person: ShellPerson; children: ReactNode }) {
  const { pathname } = useLocation();
  const { features } = useAccount();
  return isAllowedAt(pathname, { kind: person.kind, caps: person.caps, features }) ? children : <NotAllowed />;
}
