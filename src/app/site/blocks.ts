import { blocks as orders } from '#features/commerce/orders/blocks.tsx';
import { blocks as library } from '#features/content/blocks/blocks.tsx';
import type { BlockDefinitions } from '#features/content/blocks/rules.ts';
import { blocks as pages } from '#features/content/pages/blocks.tsx';
import { blocks as posts } from '#features/content/posts/blocks.tsx';
import { blocks as groups } from '#features/engagement/groups/blocks.tsx';
import { blocks as courses } from '#features/learning/courses/blocks.tsx';
import { blocks as forms } from '#features/marketing/forms/blocks.tsx';

/** The blocks of all features. */
export const blocks: BlockDefinitions = {
  ...library,
  ...pages,
  ...courses,
  ...posts,
  ...orders,
  ...groups,
  ...forms,
};
