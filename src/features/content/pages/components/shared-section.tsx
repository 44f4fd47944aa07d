import { useEffect, useState } from 'react';
import { useBlocks } from '#base/browser/blocks.tsx';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { block } from '#base/shared/blocks.ts';
import { dataOfBlocks, listSections, publishedSection } from '../data.ts';
import type { PageData } from '../rules.ts';
import { type BlockData, SectionContent } from './page-content.tsx';

/**
 * A section that several pages show. On a page its blocks stand in its place before anything is drawn; what is drawn here is how the
 * builder shows it.
 */
export const sharedSection = block<{ section: string }, PageData | null>({
  strings: 'pages',
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

function SectionInPlace({ content, isFirst }: { content: PageData; isFirst: boolean }) {
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const definitions = useBlocks();
  const [data, setData] = useState<BlockData>({});
  useEffect(() => {
    let isHere = true;
    dataOfBlocks(db, account_id, content, definitions, locale).then(
      (read) => isHere && setData(read),
      // Without its data a block draws itself as empty.
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [db, account_id, content, definitions, locale]);
  return <SectionContent page={content} data={data} isFirst={isFirst} />;
}
