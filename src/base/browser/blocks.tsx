import { createContext, type ReactNode, useContext } from 'react';
import type { BlockDefinitions } from '#base/shared/blocks.ts';

const BlocksContext = createContext<BlockDefinitions | null>(null);

/** Hands pages and the builder every feature's blocks. */
export function BlocksProvider({ blocks, children }: { blocks: BlockDefinitions; children: ReactNode }) {
  return <BlocksContext.Provider value={blocks}>{children}</BlocksContext.Provider>;
}

export function useBlocks(): BlockDefinitions {
  const blocks = useContext(BlocksContext);
  if (!blocks) throw new Error('useBlocks needs a BlocksProvider above it.');
  return blocks;
}
