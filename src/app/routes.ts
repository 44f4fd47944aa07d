import { index, layout, type RouteConfig } from '@react-router/dev/routes';

const feature = (path: string) => `../features/${path}`;

export default [
  layout('site/site-layout.tsx', [index(feature('pages/screens/public-home.tsx'))]),
] satisfies RouteConfig;
