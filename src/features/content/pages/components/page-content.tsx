import { useBlocks } from '#base/browser/blocks.tsx';
import {
  blocksOf,
  isDrawn,
  opensPage,
  type PageBlock,
  type PageData,
  slotOf,
  valuesOf,
} from '#features/content/pages/rules.ts';
import { FramedBlock, FrameStyle } from './framed-block.tsx';

/** Data of blocks, by block id. */
export type BlockData = Record<string, unknown>;

/** Renders a page's blocks without the builder's code. */
export function PageContent({ page, data, title }: { page: PageData; data: BlockData; title: string }) {
  const blocks = useBlocks();
  // Hidden and incomplete blocks are skipped; the builder tells the author.
  const content = page.content.filter((found) => isDrawn(found, data, blocks));
  const first = content[0];
  return (
    <>
      <FrameStyle blocks={blocksOf(content, blocks)} definitions={blocks} />
      {opensPage(first) ? null : <h1 className="vh">{title}</h1>}
      {content.map((found, index) => (
        <Block key={found.props.id} found={found} data={data} isFirst={index === 0 && opensPage(first)} depth={0} />
      ))}
    </>
  );
}

/** The blocks of a section inside the builder; the enclosing page has the `h1`. */
export function SectionContent({ page, data, isFirst }: { page: PageData; data: BlockData; isFirst: boolean }) {
  const blocks = useBlocks();
  const content = page.content.filter((found) => isDrawn(found, data, blocks));
  return (
    <>
      <FrameStyle blocks={blocksOf(content, blocks)} definitions={blocks} />
      {content.map((found, index) => (
        <Block key={found.props.id} found={found} data={data} isFirst={isFirst && index === 0} depth={1} />
      ))}
    </>
  );
}

function Block({
  found,
  data,
  isFirst,
  depth,
}: {
  found: PageBlock;
  data: BlockData;
  isFirst: boolean;
  depth: number;
}) {
  const blocks = useBlocks();
  const definition = blocks[found.type];
  if (!definition || depth > 6 || !isDrawn(found, data, blocks)) return null;
  const values = valuesOf(found, blocks);
  return (
    <FramedBlock fields={definition.fields} props={found.props} ground={values.ground}>
      {definition.render({
        id: String(found.props.id),
        values,
        data: data[found.props.id],
        isFirst,
        slot: (name, className) => (
          <div className={className}>
            {slotOf(found, name).map((inside) => (
              <Block key={inside.props.id} found={inside} data={data} isFirst={false} depth={depth + 1} />
            ))}
          </div>
        ),
      })}
    </FramedBlock>
  );
}
