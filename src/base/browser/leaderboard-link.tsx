import { type ComponentType, createContext, Suspense, useContext } from 'react';

/** A course or a group, by its id. */
export type LeaderboardOf = { course: string } | { group: string };

/** Handed down by the shell: courses and groups know nothing of points. */
export const LeaderboardLinkContext = createContext<ComponentType<LeaderboardOf> | null>(null);

/** The way to the leaderboard of a course or a group, where points are earned. */
export function LeaderboardLink(of: LeaderboardOf) {
  const Link = useContext(LeaderboardLinkContext);
  return Link ? (
    <Suspense>
      <Link {...of} />
    </Suspense>
  ) : null;
}
