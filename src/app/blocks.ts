import type { BlockDefinitions } from '#base/shared/blocks.ts';
import { blocks as courses } from '#features/courses/blocks.tsx';
import { blocks as pages } from '#features/pages/blocks.tsx';

/** Everything a page may be built of, over all features. */
export const blocks: BlockDefinitions = { ...pages, ...courses };
