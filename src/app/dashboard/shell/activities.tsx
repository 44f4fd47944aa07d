import { Outlet } from 'react-router';
import { type Activities, ActivitiesContext } from '#features/learning/courses/components/activities.tsx';
import { quizActivity } from '#features/learning/quizzes/components/quiz-activity.tsx';

/** What later features make of a lesson, by its kind. */
const activities: Activities = { quiz: quizActivity };

/** Gives the player and the editor of courses the activities of later features. */
export default function ActivitiesLayout() {
  return (
    <ActivitiesContext value={activities}>
      <Outlet />
    </ActivitiesContext>
  );
}
