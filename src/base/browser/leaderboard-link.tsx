import { type ComponentType, Suspense, useSyncExternalStore } from 'react';

/** A group, by its id. */
export type LeaderboardOf = { group: string };

let provided: ComponentType<LeaderboardOf> | null = null;
const listeners = new Set<() => void>();

/** Called by the controls of the dashboard when they are there: groups know nothing of points. */
export function provideLeaderboardLink(link: ComponentType<LeaderboardOf>): void {
  provided = link;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The way to the leaderboard of a group, where points are earned. */
export function LeaderboardLink(of: LeaderboardOf) {
  const Link = useSyncExternalStore(
    subscribe,
    () => provided,
    () => null,
  );
  return Link ? (
    <Suspense>
      <Link {...of} />
    </Suspense>
  ) : null;
}
