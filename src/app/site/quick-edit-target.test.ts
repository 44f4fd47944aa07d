import { expect, test } from 'vitest';
import { reservedSlugs } from '#features/content/pages/schema.ts';
import { editAddress } from './quick-edit-target.ts';

test.each([
  ['/', '/dashboard/pages/home'],
  ['/about', '/dashboard/pages/about'],
  ['/about/', '/dashboard/pages/about'],
  [encodeURI('/من-نحن'), encodeURI('/dashboard/pages/من-نحن')],
  [encodeURI('/blog/الضوء'), encodeURI('/dashboard/posts/الضوء')],
  [encodeURI('/docs/第一步'), encodeURI('/dashboard/docs/第一步')],
  ['/blog/%ff', '/dashboard/posts/%25ff'],
  ['/blog', '/dashboard/posts'],
  ['/blog/why-shade-is-blue', '/dashboard/posts/why-shade-is-blue'],
  ['/docs', '/dashboard/docs'],
  ['/docs/first-steps', '/dashboard/docs/first-steps'],
  ['/course', '/dashboard/instructor'],
  ['/course/seeing-cells', '/dashboard/course/seeing-cells'],
  ['/shop', '/dashboard/manage/ecommerce'],
  ['/shop/a-year-of-looking', '/dashboard/manage/ecommerce/products/a-year-of-looking'],
  // Spelled so in the specification.
  ['/course/category/photography', '/dashboard/manage/elearning/caetgory'],
  ['/members/amara', '/dashboard/manage/user'],
  ['/thankyou', '/dashboard/pages'],
  ['/search', '/dashboard/pages'],
  ['/groups/readers', null],
  ['/somewhere/else', null],
])('%s is edited at %s', (path, address) => expect(editAddress(path)).toBe(address));

test.each(['login', 'signup', 'search', 'groups', 'thankyou', 'subscribed', 'checkout'])(
  '/%s is no page of the account, and leads to all of them',
  (slug) => {
    expect(reservedSlugs).toContain(slug);
    expect(editAddress(`/${slug}`)).toBe('/dashboard/pages');
  },
);
