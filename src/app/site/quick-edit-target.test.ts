import { expect, test } from 'vitest';
import { editAddress } from './quick-edit-target.ts';

test.each([
  ['/', '/dashboard/pages/home'],
  ['/about', '/dashboard/pages/about'],
  ['/about/', '/dashboard/pages/about'],
  ['/blog', '/dashboard/posts'],
  ['/blog/why-shade-is-blue', '/dashboard/posts/why-shade-is-blue'],
  ['/docs', '/dashboard/docs'],
  ['/docs/first-steps', '/dashboard/docs/first-steps'],
  ['/course', '/dashboard/instructor'],
  ['/course/seeing-cells', '/dashboard/course/seeing-cells'],
  // Spelled so in the specification.
  ['/course/category/photography', '/dashboard/manage/elearning/caetgory'],
  ['/members/amara', '/dashboard/manage/user'],
  ['/somewhere/else', null],
])('%s is edited at %s', (path, address) => expect(editAddress(path)).toBe(address));
