import type { ReactNode } from 'react';
import type { Db } from '#base/shared/db-client.ts';

/**
 * An editable setting of a block. Labels are texts of the block's namespace: the block's name `blocks.TYPE.name`, a
 * field's `fields.NAME`, a choice's `options.NAME.VALUE`. `slot` contains nested blocks.
 */
export type BlockField =
  | { kind: 'text'; most?: number }
  | { kind: 'long'; most?: number }
  | { kind: 'rich' }
  /** Hand-written HTML of an author; it is sanitized on every render. */
  | { kind: 'code' }
  /** A time, as an ISO 8601 text in UTC; empty without one. */
  | { kind: 'moment' }
  | { kind: 'picture' }
  | { kind: 'address' }
  | { kind: 'number'; least: number; most: number; step?: number }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'switch' }
  /**
   * A responsive style with a value for desktop, tablet and phone: each value is the set of custom properties it stands
   * for at that width and below (`here`: at that width only). Stored as `{ desk, tablet, phone }`, or as a text: the
   * value of every width. For an `isDrawn` style the block's markup renders the desktop value; any other emits nothing
   * where it is empty.
   */
  | { kind: 'look'; values: Record<string, string>; here?: Record<string, string>; isDrawn?: boolean }
  /** A reference to one of the account's records by id or slug; empty where the block chooses. */
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
 * Creates a record for a `pick` field where none exists yet. `strings` is the namespace of `label` (a button), `edit`
 * (a link to the record) and of whatever `create` reads.
 */
export type PickMaker = {
  strings: string;
  label: string;
  edit: string;
  create: (db: Db, accountId: string, text: (key: string) => string) => Promise<{ id: string; label: string }>;
  editAddress: (id: string) => string;
};

export type BlockProps = Record<string, unknown> & { id: string };

/** Props of a rendered block: the author's values, the data of `load`, and its slots as nodes by field name. */
export type BlockRendering<Values, Data> = {
  id: string;
  values: Values;
  data: Data | undefined;
  /** Renders the blocks of a slot field side by side, in a container with this class. */
  slot(name: string, className?: string): ReactNode;
  /** Whether this block is the page's first and so renders its `h1`. */
  isFirst: boolean;
};

/** The builder's block library groups, in order; their names are `groups.NAME` of the pages' texts. */
export const blockGroups = ['openings', 'words', 'proof', 'offers', 'media', 'lists', 'layout'] as const;

/** What a feature's `blocks.tsx` exports for the page builder. */
export type BlockDefinition<Values extends object = Record<string, unknown>, Data = unknown> = {
  /** Namespace of its texts. */
  strings: string;
  /** Its group in the block library. */
  group: (typeof blockGroups)[number];
  /** Its feature is not built yet: existing pages render it, but the block library does not offer it. */
  isUnavailable?: true;
  fields: { [Name in keyof Values]: BlockField };
  defaults: Values;
  render(block: BlockRendering<Values, Data>): ReactNode;
  /** The slots that are rendered with these values; default: all of them. */
  visibleSlots?(values: Partial<Values>): readonly string[];
  /**
   * Whether the block lacks required content. Visitors then see nothing of it; the builder shows the reason, its text
   * `blocks.TYPE.none`.
   */
  isEmpty?(values: Values, data: Data | undefined): boolean;
  /** Loads the block's data, on the server for a page, in the browser for the builder. */
  load?(db: Db, accountId: string, values: Values, locale: string): Promise<Data>;
};

export type BlockDefinitions = Record<string, BlockDefinition>;

/**
 * Erases the type of a definition's values, so that all fit in one registry; the values always match the definition.
 */
export function block<Values extends object, Data>(definition: BlockDefinition<Values, Data>): BlockDefinition {
  return definition as unknown as BlockDefinition;
}
