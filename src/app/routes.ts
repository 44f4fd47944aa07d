import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

const feature = (path: string) => `../features/${path}`;

// biome-ignore format: one address a line
export default [
  layout('site/site-layout.tsx', [
    layout('site/course-offers.tsx', [
      layout('site/page-blocks.tsx', [
        index(feature('pages/screens/public-home.tsx')),
        route(':pageSlug', feature('pages/screens/public-page.tsx')),
      ]),
      route('course', feature('courses/screens/public-catalogue.tsx')),
      route('course/category/:slug', feature('courses/screens/public-category.tsx')),
      route('course/:slug', feature('courses/screens/public-course.tsx')),
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
  layout('site/page-blocks.tsx', { id: 'builder-blocks' }, [
    route('dashboard/pages/:slug', feature('pages/screens/page-editor.tsx')),
  ]),
  route('dashboard', 'dashboard/dashboard-layout.tsx', [
    index('dashboard/home/dashboard-home.tsx'),
    route('notifications', feature('notifications/screens/notification-list.tsx')),
    route('courses', feature('courses/screens/my-courses.tsx')),
    layout('dashboard/quiz-parts.tsx', [
      route('courses/:slug', feature('courses/screens/player.tsx')),
      route('course/:slug?', feature('courses/screens/course-editor.tsx')),
    ]),
    route('instructor', feature('courses/screens/instructor.tsx')),
    route('instructor/new', feature('courses/screens/new-course.tsx')),
    route('manage/elearning/caetgory', feature('courses/screens/category-list.tsx')),
    route('pages', feature('pages/screens/page-list.tsx')),
    route('posts', feature('posts/screens/post-list.tsx')),
    route('posts/:slug', feature('posts/screens/post-editor.tsx')),
    route('post', feature('posts/screens/new-post.tsx')),
    route('manage/site', feature('options/screens/site-settings.tsx')),
    route('manage/site/theme', feature('options/screens/theme-settings.tsx')),
    route('manage/site/header', feature('options/screens/header-settings.tsx')),
    route('manage/site/footer', feature('options/screens/footer-settings.tsx')),
    route('orders', feature('orders/screens/my-orders.tsx')),
    route('manage/ecommerce', feature('products/screens/product-list.tsx')),
    route('manage/ecommerce/memberships', feature('products/screens/product-list.tsx'), { id: 'memberships' }),
    route('manage/ecommerce/products/:id', feature('products/screens/product-editor.tsx')),
    route('manage/ecommerce/orders', feature('orders/screens/order-list.tsx')),
    route('manage/ecommerce/coupons', feature('coupons/screens/coupon-list.tsx')),
    route('manage/ecommerce/payment', feature('orders/screens/payment-settings.tsx')),
    route('profile', feature('members/screens/profile.tsx')),
    route('manage/users', feature('members/screens/member-list.tsx')),
    route('manage/user', feature('members/screens/member-list.tsx'), { id: 'member-list-by-its-short-name' }),
    route('manage/users/roles', feature('members/screens/role-list.tsx')),
    route('instructor/quizzes', feature('quizzes/screens/quiz-list.tsx')),
    route('instructor/quizzes/bank', feature('quizzes/screens/question-bank.tsx')),
    route('instructor/quizzes/:quizId', feature('quizzes/screens/edit-quiz.tsx')),
    route('instructor/quizzes/:quizId/try', feature('quizzes/screens/try-quiz.tsx')),
    route('*', 'dashboard/not-found-screen.tsx'),
  ]),
] satisfies RouteConfig;
