import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'courses',
  screens: [
    { path: paths.courses(), file: 'screens/public-catalogue.tsx', layout: 'course-offers' },
    { path: `${paths.courses()}/category/:slug`, file: 'screens/public-category.tsx', layout: 'course-offers' },
    { path: `${paths.courses()}/:slug`, file: 'screens/public-course.tsx', layout: 'course-offers' },
    { path: paths.myCourses(), file: 'screens/my-courses.tsx', layout: 'course-prices' },
    {
      path: `${paths.myCourses()}/:slug`,
      file: 'screens/player.tsx',
      layout: 'activities',
      parent: paths.myCourses(),
      name: 'course',
    },
    {
      path: '/dashboard/course/:slug?',
      file: 'screens/course-editor.tsx',
      layout: 'activities',
      parent: paths.instructor(),
      name: 'courseEditor',
      feature: 'lms',
      needs: ['create_courses', 'manage_options'],
    },
    {
      path: '/dashboard/course/:slug/students',
      file: 'roster/screens/student-list.tsx',
      layout: 'feature-list',
      parent: paths.instructor(),
      name: 'students',
      feature: 'lms',
      needs: ['manage_students', 'manage_options'],
    },
    { path: paths.instructor(), file: 'screens/instructor.tsx' },
    { path: paths.newCourse(), file: 'screens/new-course.tsx', parent: paths.instructor(), name: 'newCourse' },
    { path: paths.elearning(), file: 'screens/course-list.tsx' },
    {
      path: paths.courseCategories(),
      file: 'screens/category-list.tsx',
      parent: paths.elearning(),
      name: 'categories',
    },
  ],
  menus: [
    { in: 'member', id: 'courses', href: paths.myCourses(), icon: 'GraduationCap', feature: 'lms' },
    {
      in: 'member',
      id: 'instructor',
      href: paths.instructor(),
      icon: 'Presentation',
      feature: 'lms',
      needs: ['create_courses', 'manage_options'],
    },
    {
      in: 'profile',
      id: 'elearning',
      href: paths.elearning(),
      icon: 'BookOpen',
      feature: 'lms',
      needs: ['manage_options'],
    },
    {
      in: 'create',
      id: 'newCourse',
      href: paths.newCourse(),
      icon: 'GraduationCap',
      feature: 'lms',
      needs: ['manage_options', 'edit_posts'],
    },
  ],
  settings: [
    { id: 'courses', area: 'elearning', href: paths.elearning() },
    { id: 'categories', area: 'elearning', href: paths.courseCategories() },
  ],
  scopes: ['courses:read', 'enrolments:read', 'enrolments:write'],
  notifications: ['learning'],
});
