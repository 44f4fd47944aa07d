import { lazy, type ReactNode, use, useContext } from 'react';
import { useLocation } from 'react-router';
import { withTexts } from '#base/browser/all-texts.ts';
import { CallerContext, type ServerCaller } from '#base/browser/caller.tsx';
import { useAccount } from '#base/browser/site.tsx';
import { lazyImport } from '#ui/layout/lazy-import.ts';
import { isServerRendered } from '../../render/dehydrated-state.tsx';
import type { ShellPerson } from './shell-person.ts';

/** Few people open what they may not. */
const NotAllowed = lazy(async () => ({ default: (await withTexts(import('./not-allowed.tsx'))).NotAllowed }));

type MayOpen = ServerCaller['mayOpen'];

/** The address the server rendered, and whether the caller may open it: a screen is hydrated before the menus are loaded. */
const rendered = isServerRendered
  ? { pathname: location.pathname, isAllowed: document.querySelector('main[data-refused]') === null }
  : null;

let isAllowedAt: MayOpen | undefined;
const loadAccess = lazyImport(async () => {
  isAllowedAt = (await import('../menus/access.ts')).isAllowedAt;
  return isAllowedAt;
});

/** A screen, or an error for those who may not open it. */
export function Guarded({ person, children }: { person: ShellPerson; children: ReactNode }) {
  const { pathname } = useLocation();
  const { features } = useAccount();
  const mayOpen = useMayOpen(pathname);
  return mayOpen(pathname, { kind: person.kind, caps: person.caps, features }) ? children : <NotAllowed />;
}

/** Suspends where neither the server nor the menus say it yet. */
function useMayOpen(pathname: string): MayOpen {
  const caller = useContext(CallerContext);
  if (caller) return caller.mayOpen;
  if (isAllowedAt) return isAllowedAt;
  if (rendered?.pathname === pathname) return () => rendered.isAllowed;
  return use(loadAccess());
}
