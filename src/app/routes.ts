import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

const feature = (path: string) => `../features/${path}`;

export default [
  layout('site/site-layout.tsx', [index(feature('pages/screens/public-home.tsx'))]),
  route('login', feature('members/screens/public-login.tsx')),
  route('signup', feature('members/screens/public-sign-up.tsx')),
  route('login/reset-password', feature('members/screens/public-reset-password.tsx')),
  route('dashboard', 'dashboard/dashboard-layout.tsx', [
    index('dashboard/home/dashboard-home.tsx'),
    route('notifications', feature('notifications/screens/notification-list.tsx')),
    route('*', 'dashboard/not-found-screen.tsx'),
  ]),
] satisfies RouteConfig;
