import { useEffect, useState } from 'react';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { type BlockData, SectionContent } from '#features/content/blocks/components/block-content.tsx';
import { useBlocks } from '#features/content/blocks/components/blocks-context.tsx';
import { dataOfBlocks } from '#features/content/blocks/data.ts';
import type { BlockDocument } from '#features/content/blocks/document/rules.ts';
import { block } from '#features/content/blocks/rules.ts';
import { listSections, publishedSection } from '../data.ts';

/**
 * Shared section block. On a published page its blocks replace it before rendering; this is how the builder shows it.
 */
export const sharedSection = block<{ section: string }, BlockDocument | null>({
  strings: 'blocks',
  group: 'layout',
  fields: {
    section: {
      kind: 'pick',
      isNeeded: true,
      from: async (db, accountId) => (await listSections(db, accountId)).map(({ id, title }) => ({ id, label: title })),
    },
  },
  defaults: { section: '' },
  load: (db, accountId, { section }) => (section ? publishedSection(db, accountId, section) : Promise.resolve(null)),
  isEmpty: (_, data) => !data,
  render: ({ data, isFirst }) => (data ? <SectionInPlace content={data} isFirst={isFirst} /> : null),
});

function SectionInPlace({ content, isFirst }: { content: BlockDocument; isFirst: boolean }) {
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const definitions = useBlocks();
  const [data, setData] = useState<BlockData>({});
  useEffect(() => {
    let isHere = true;
    dataOfBlocks(db, account_id, content, definitions, locale).then(
      (read) => isHere && setData(read),
      // Until its data is loaded a block would render as empty.
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [db, account_id, content, definitions, locale]);
  return <SectionContent page={content} data={data} isFirst={isFirst} />;
}
