import { Outlet } from 'react-router';
import { BlocksProvider, blocksContext } from '#features/content/blocks/components/blocks-context.tsx';
import type { Route } from './+types/page-blocks';
import { blocks } from './blocks.ts';

/** Gives the pages below the blocks of all features: loaders by context, components by provider. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context }, next) => {
    context.set(blocksContext, blocks);
    return next();
  },
];

export default function PageBlocks() {
  return (
    <BlocksProvider blocks={blocks}>
      <Outlet />
    </BlocksProvider>
  );
}
