import type { BlockDefinitions } from '#features/content/blocks/rules.ts';
import { sharedSection } from './components/shared-section.tsx';

/** Blocks of pages alone. */
export const blocks: BlockDefinitions = { SharedSection: sharedSection };
