import { createContext, type ReactNode, useContext } from 'react';
import { createContext as createLoaderContext } from 'react-router';
import type { BlockDefinitions } from '../rules.ts';

const BlocksContext = createContext<BlockDefinitions | null>(null);

/** Provides the block registry of every feature to pages and the builder. */
export function BlocksProvider({ blocks, children }: { blocks: BlockDefinitions; children: ReactNode }) {
  return <BlocksContext.Provider value={blocks}>{children}</BlocksContext.Provider>;
}

export function useBlocks(): BlockDefinitions {
  const blocks = useContext(BlocksContext);
  if (!blocks) throw new Error('useBlocks needs a BlocksProvider above it.');
  return blocks;
}

/** Read by loaders of public pages: every feature's blocks, collected by the app. */
export const blocksContext = createLoaderContext<BlockDefinitions>();
