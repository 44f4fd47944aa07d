import type { ReactNode } from 'react';
import { createContext } from 'react-router';
import type { Db } from './db-client.ts';

/**
 * One thing an author may set on a block. Labels are texts of the block's namespace: the block's name `blocks.TYPE.name`,
 * a field's `fields.NAME`, a choice's `options.NAME.VALUE`. `slot` holds further blocks.
 */
export type BlockField =
  | { kind: 'text'; most?: number }
  | { kind: 'long'; most?: number }
  | { kind: 'rich' }
  /** HTML an author wrote by hand; it passes the sanitiser on every rendering. */
  | { kind: 'code' }
  /** A moment in time, as an ISO 8601 text in UTC; empty where none is set. */
  | { kind: 'moment' }
  | { kind: 'picture' }
  | { kind: 'address' }
  | { kind: 'number'; least: number; most: number; step?: number }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'switch' }
  /**
   * Appearance with a value for desktop, tablet and phone: by value the custom properties it stands for at that width and below
   * (`here`: at that width alone). Kept as `{ desk, tablet, phone }`, or as a text: the value of every width. Of one that
   * `isDrawn` the block's markup says the desktop's value; of any other nothing is said where it is empty.
   */
  | { kind: 'look'; values: Record<string, string>; here?: Record<string, string>; isDrawn?: boolean }
  /** One of the account's own things by id or slug; empty where the block chooses. */
  | {
      kind: 'pick';
      from: (db: Db, accountId: string) => Promise<{ id: string; label: string }[]>;
      make?: PickMaker;
      /** Whether the block shows nothing until one is chosen. */
      isNeeded?: boolean;
    }
  | { kind: 'list'; fields: Record<string, BlockField>; most: number; titleOf?: string }
  | { kind: 'slot' };

/**
 * A picture as it stands in a block; `width` and `height` in pixels, so that nothing jumps; `blur` a placeholder of a
 * few pixels as a `data:` address.
 */
export type BlockPicture = { src: string; alt: string; width?: number; height?: number; blur?: string };

/**
 * Makes what a `pick` field chooses from, where there is none yet. `strings` is the namespace of `label` (a button),
 * `edit` (a link to what was made) and of whatever `create` reads.
 */
export type PickMaker = {
  strings: string;
  label: string;
  edit: string;
  create: (db: Db, accountId: string, text: (key: string) => string) => Promise<{ id: string; label: string }>;
  editAddress: (id: string) => string;
};

export type BlockProps = Record<string, unknown> & { id: string };

/** What a block is drawn from: the author's values, what `load` read, and its slots as nodes by field name. */
export type BlockRendering<Values, Data> = {
  id: string;
  values: Values;
  data: Data | undefined;
  /** The blocks of a slot field, drawn side by side in a room of this class. */
  slot(name: string, className?: string): ReactNode;
  /** Whether this block is the page's first and so carries its `h1`. */
  isFirst: boolean;
};

/** The builder's shelves, in its order; their names are `groups.NAME` of the pages' texts. */
export const blockGroups = ['openings', 'words', 'proof', 'offers', 'media', 'lists', 'layout'] as const;

/** What a feature's `blocks.tsx` offers to the page builder. */
export type BlockDefinition<Values extends object = Record<string, unknown>, Data = unknown> = {
  /** Namespace of its texts in `locales/`. */
  strings: string;
  /** The shelf of the builder it stands on. */
  group: (typeof blockGroups)[number];
  /** What it is about is not built yet: pages that have it show it, and it stands on no shelf. */
  isOff?: true;
  fields: { [Name in keyof Values]: BlockField };
  defaults: Values;
  render(block: BlockRendering<Values, Data>): ReactNode;
  /** The slots that are drawn with these values; all of them where it says nothing. */
  rooms?(values: Partial<Values>): readonly string[];
  /**
   * Whether the block lacks what it is for. Visitors then see nothing of it; the builder gives the reason, its text
   * `blocks.TYPE.none`.
   */
  isEmpty?(values: Values, data: Data | undefined): boolean;
  /** Reads what the block shows, on the server for a page, in the browser for the builder. */
  load?(db: Db, accountId: string, values: Values, locale: string): Promise<Data>;
};

export type BlockDefinitions = Record<string, BlockDefinition>;

/** Forgets what a definition's values are, so that all fit one registry; the values are the definition's own. */
export function block<Values extends object, Data>(definition: BlockDefinition<Values, Data>): BlockDefinition {
  return definition as unknown as BlockDefinition;
}

/** Read by the loaders of pages: every feature's blocks, gathered by the app. */
export const blocksContext = createContext<BlockDefinitions>();
