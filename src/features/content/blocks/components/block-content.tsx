import {
  type BlockDocument,
  type BlockNode,
  blocksOf,
  isVisible,
  rendersHeading,
  slotOf,
  valuesOf,
} from '../document/rules.ts';
import { useBlocks } from './blocks-context.tsx';
import { FramedBlock, FrameStyle } from './framed-block.tsx';

/** Data of blocks, by block id. */
export type BlockData = Record<string, unknown>;

/** Renders a page's blocks without the builder's code. */
export function PageContent({ page, data, title }: { page: BlockDocument; data: BlockData; title: string }) {
  const blocks = useBlocks();
  // Hidden and incomplete blocks are skipped; the builder tells the author.
  const content = page.content.filter((block) => isVisible(block, data, blocks));
  const first = content[0];
  return (
    <>
      <FrameStyle blocks={blocksOf(content, blocks)} definitions={blocks} />
      {rendersHeading(first) ? null : <h1 className="vh">{title}</h1>}
      {content.map((block, index) => (
        <Block
          key={block.props.id}
          block={block}
          data={data}
          isFirst={index === 0 && rendersHeading(first)}
          depth={0}
        />
      ))}
    </>
  );
}

/** The blocks of a section inside the builder; the enclosing page has the `h1`. */
export function SectionContent({ page, data, isFirst }: { page: BlockDocument; data: BlockData; isFirst: boolean }) {
  const blocks = useBlocks();
  const content = page.content.filter((block) => isVisible(block, data, blocks));
  return (
    <>
      <FrameStyle blocks={blocksOf(content, blocks)} definitions={blocks} />
      {content.map((block, index) => (
        <Block key={block.props.id} block={block} data={data} isFirst={isFirst && index === 0} depth={1} />
      ))}
    </>
  );
}

function Block({
  block,
  data,
  isFirst,
  depth,
}: {
  block: BlockNode;
  data: BlockData;
  isFirst: boolean;
  depth: number;
}) {
  const blocks = useBlocks();
  const definition = blocks[block.type];
  if (!definition || depth > 6 || !isVisible(block, data, blocks)) return null;
  const values = valuesOf(block, blocks);
  return (
    <FramedBlock fields={definition.fields} props={block.props} ground={values.ground}>
      {definition.render({
        id: String(block.props.id),
        values,
        data: data[block.props.id],
        isFirst,
        slot: (name, className) => (
          <div className={className}>
            {slotOf(block, name).map((inside) => (
              <Block key={inside.props.id} block={inside} data={data} isFirst={false} depth={depth + 1} />
            ))}
          </div>
        ),
      })}
    </FramedBlock>
  );
}
