import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { CourseNotFound } from './join-course.tsx';

/** Shown if no course has this slug: redirects to the course's current URL, with the query string. */
export function MovedCourse({ slug, addressOf }: { slug: string; addressOf: (slug: string) => string }) {
  const db = useDb();
  const { account_id } = useAccount();
  const { search } = useLocation();
  const moved = useQuery({
    queryKey: ['courses', account_id, 'moved', slug],
    // Loaded by those few who follow an old address.
    queryFn: async () => (await import('./moved-address.ts')).slugOfMovedCourse(db, account_id, slug),
    staleTime: 0,
  });
  if (moved.isPending) return null;
  return moved.data ? <Navigate to={`${addressOf(moved.data)}${search}`} replace /> : <CourseNotFound />;
}
