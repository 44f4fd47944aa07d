import { SKETCH_WIDTH, sketchOf } from '#features/content/blocks/canvas/components/block-preview.tsx';
import type { WrittenBlock } from '#features/content/blocks/document/rules.ts';

const HEIGHT = 84;

/** Schematic preview of a page's blocks. */
export function TemplateSketch({ blocks }: { blocks: readonly WrittenBlock[] }) {
  let y = 6;
  const all = blocks.map((block) => {
    const { height, parts } = sketchOf(block);
    const group = (
      <g key={y} transform={`translate(0 ${y})`}>
        {parts}
      </g>
    );
    y += height;
    return group;
  });
  return (
    <svg className="sketch" viewBox={`0 0 ${SKETCH_WIDTH} ${HEIGHT}`} aria-hidden="true">
      {all}
    </svg>
  );
}
