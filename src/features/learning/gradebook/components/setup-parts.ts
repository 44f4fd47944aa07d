import type { SavedSetup } from '../data.ts';

/** The setup as it is edited. */
export type SetupParts = { values: SavedSetup; change: (part: Partial<SavedSetup>) => void };
