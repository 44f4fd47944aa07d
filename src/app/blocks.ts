import type { BlockDefinitions } from '#base/shared/blocks.ts';
import { blocks as courses } from '#features/courses/blocks.tsx';
import { blocks as forms } from '#features/forms/blocks.tsx';
import { blocks as groups } from '#features/groups/blocks.tsx';
import { blocks as orders } from '#features/orders/blocks.tsx';
import { blocks as pages } from '#features/pages/blocks.tsx';
import { blocks as posts } from '#features/posts/blocks.tsx';

/** Everything a page may be built of, over all features. */
export const blocks: BlockDefinitions = { ...pages, ...courses, ...posts, ...orders, ...groups, ...forms };
