/** The blocks of all features, which pages are built of. Written by `npm run features` from the files of the features: never edited. */

import { blocks as ordersBlocks } from './commerce/orders/blocks.tsx';
import { blocks as blocksBlocks } from './content/blocks/blocks.tsx';
import { blocks as pagesBlocks } from './content/pages/blocks.tsx';
import { blocks as postsBlocks } from './content/posts/blocks.tsx';
import { blocks as gamificationBlocks } from './engagement/gamification/blocks.tsx';
import { blocks as groupsBlocks } from './engagement/groups/blocks.tsx';
import { blocks as coursesBlocks } from './learning/courses/blocks.tsx';
import { blocks as formsBlocks } from './marketing/forms/blocks.tsx';

// biome-ignore format: one a line
export const blocks = {
  ...blocksBlocks,
  ...groupsBlocks,
  ...postsBlocks,
  ...coursesBlocks,
  ...gamificationBlocks,
  ...ordersBlocks,
  ...formsBlocks,
  ...pagesBlocks,
};
