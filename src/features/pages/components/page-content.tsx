import { useBlocks } from '#base/browser/blocks.tsx';
import { opensPage, type PageBlock, type PageData, slotOf, valuesOf } from '#features/pages/rules.ts';

/** What blocks read, by block id. */
export type BlockData = Record<string, unknown>;

/** A page's blocks, drawn without the builder's code. */
export function PageContent({ page, data, title }: { page: PageData; data: BlockData; title: string }) {
  const first = page.content[0];
  return (
    <>
      {opensPage(first) ? null : <h1 className="vh">{title}</h1>}
      {page.content.map((found, index) => (
        <Block key={found.props.id} found={found} data={data} isFirst={index === 0 && opensPage(first)} depth={0} />
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
  // A block of a feature that is gone leaves no hole and no failure.
  if (!definition || depth > 6) return null;
  return definition.render({
    id: found.props.id,
    values: valuesOf(found, blocks),
    data: data[found.props.id],
    isFirst,
    slot: (name) =>
      slotOf(found, name).map((inside) => (
        <Block key={inside.props.id} found={inside} data={data} isFirst={false} depth={depth + 1} />
      )),
  });
}
