import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

const feature = (path: string) => `../features/${path}`;

// biome-ignore format: one address a line
export default [
  layout('site/site-layout.tsx', [
    layout('site/page-blocks.tsx', [
      index(feature('pages/screens/public-home.tsx')),
      route(':pageSlug', feature('pages/screens/public-page.tsx')),
    ]),
    route('checkout', feature('orders/screens/checkout.tsx')),
    route('thankyou', feature('orders/screens/public-thankyou.tsx')),
    route('blog', feature('posts/screens/public-blog.tsx')),
    route('blog/:slug', feature('posts/screens/public-post.tsx')),
    route('search', feature('search/screens/public-search.tsx')),
    route('*', 'site/unknown-page.tsx'),
  ]),
  route('blog/rss.xml', feature('posts/screens/public-rss.ts')),
  route('sitemap.xml', feature('search/screens/public-sitemap.ts')),
  route('robots.txt', feature('search/screens/public-robots.ts')),
  route('login', feature('members/screens/public-login.tsx')),
  route('signup', feature('members/screens/public-sign-up.tsx')),
  route('login/reset-password', feature('members/screens/public-reset-password.tsx')),
] satisfies RouteConfig;
