/** What stands in the place of a course that is not open, or is elsewhere: in one file, as few see either. */
export { JoinCourse } from './join-course.tsx';
export { MovedCourse } from './moved-course.tsx';
