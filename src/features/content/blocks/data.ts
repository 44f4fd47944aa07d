import type { Db } from '#base/shared/db-client.ts';
import { type BlockDocument, blocksOf, valuesOf } from './document/rules.ts';
import type { BlockDefinitions } from './rules.ts';

/** Loads the data of all blocks in parallel; by block id. */
export async function dataOfBlocks(
  db: Db,
  accountId: string,
  page: BlockDocument,
  definitions: BlockDefinitions,
  locale: string,
): Promise<Record<string, unknown>> {
  const loading = blocksOf(page.content, definitions).flatMap((block) => {
    const load = definitions[block.type]?.load;
    return load
      ? [load(db, accountId, valuesOf(block, definitions), locale).then((data) => [block.props.id, data] as const)]
      : [];
  });
  return Object.fromEntries(await Promise.all(loading));
}
