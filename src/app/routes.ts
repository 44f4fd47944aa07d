import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

const feature = (path: string) => `../features/${path}`;

export default [
  layout('site/site-layout.tsx', [
    index(feature('pages/screens/public-home.tsx')),
    route('checkout', feature('orders/screens/checkout.tsx')),
    route('thankyou', feature('orders/screens/public-thankyou.tsx')),
  ]),
] satisfies RouteConfig;
