import { Outlet } from 'react-router';
import { blocks } from '#features/blocks.ts';
import { BlocksProvider, blocksContext } from '#features/content/blocks/components/blocks-context.tsx';
import type { Route } from './+types/page-blocks';

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
