import { Outlet } from 'react-router';
import { activities } from '#features/activities.ts';
import { ActivitiesContext, activitiesByKind } from '#features/learning/courses/components/activities.tsx';

const byKind = activitiesByKind(activities);

/** Gives the player and the editor of courses what a lesson can be: courses know nothing of later features. */
export default function ActivitiesLayout() {
  return (
    <ActivitiesContext value={byKind}>
      <Outlet />
    </ActivitiesContext>
  );
}
