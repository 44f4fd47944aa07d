import type { ReactNode } from 'react';
import { safeAddress } from '#base/shared/addresses.ts';
import { frameClass, frameRules, isFramed, soundFrame } from '#base/shared/block-frame.ts';
import { type Ground, groundClass } from '#ui/page-band.tsx';

/**
 * A block in its frame: the name it is jumped to by, what lies behind it, and the class its rules belong to. A block without a frame
 * stands in the page as it is.
 */
export function FramedBlock({
  id,
  frame,
  ground,
  children,
}: {
  id: string;
  frame: unknown;
  /** The block's own ground, which its background is laid over. */
  ground: unknown;
  children: ReactNode;
}) {
  const found = soundFrame(frame);
  if (!isFramed(found)) return children;
  const hasPicture = Boolean(found.picture?.src);
  const sheen = found.sheen && found.sheen !== 'none' ? `is-backed sheen-${found.sheen}` : '';
  return (
    <div
      id={found.anchor || undefined}
      className={[
        'framed',
        frameClass(id),
        sheen || (hasPicture ? 'is-backed' : ''),
        hasPicture ? 'has-picture' : '',
        sheen || hasPicture ? groundClass[ground as Ground] : '',
      ]
        .filter(Boolean)
        .join(' ')}
    >
      {hasPicture ? (
        <img
          className="frame-picture"
          src={safeAddress(found.picture?.src)}
          alt=""
          width={found.picture?.width ?? 1600}
          height={found.picture?.height ?? 900}
          loading="lazy"
          decoding="async"
        />
      ) : null}
      {children}
    </div>
  );
}

/** The rules of some blocks' frames, as one style element; nothing where none has any. */
export function FrameStyle({ blocks }: { blocks: readonly { id: string; frame: unknown }[] }) {
  const rules = blocks.map(({ id, frame }) => frameRules(id, soundFrame(frame))).join('');
  if (!rules) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made of our own tables and of a class of letters, digits and hyphens
  return <style dangerouslySetInnerHTML={{ __html: rules }} />;
}
