import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

const feature = (path: string) => `../features/${path}`;

export default [
  layout('site/site-layout.tsx', [
    layout('site/page-blocks.tsx', [
      index(feature('pages/screens/public-home.tsx')),
      route(':pageSlug', feature('pages/screens/public-page.tsx')),
    ]),
    route('*', 'site/unknown-page.tsx'),
  ]),
] satisfies RouteConfig;
