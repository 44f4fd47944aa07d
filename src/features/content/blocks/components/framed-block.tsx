import type { ReactNode } from 'react';
import { safeUrl } from '#base/shared/addresses.ts';
import { frameClass, frameRules, isFramed, validFrame } from '../frame/rules.ts';
import type { BlockDefinitions, BlockField } from '../rules.ts';
import { hasResponsiveStyles, responsiveCss } from '../styles/rules.ts';
import { type Background, backgroundClass } from './page-section.tsx';

/**
 * A block in its frame: anchor, background and the class of its style rules. A block without frame and responsive
 * styles is rendered without a wrapper.
 */
export function FramedBlock({
  fields,
  props,
  ground,
  children,
}: {
  fields: Record<string, BlockField>;
  /** Values as stored, with the block's id and frame. */
  props: Record<string, unknown>;
  /** The block's own background, which the frame's background image is laid over. */
  ground: unknown;
  children: ReactNode;
}) {
  const parsed = validFrame(props.frame);
  if (!isFramed(parsed) && !hasResponsiveStyles(fields, props)) return children;
  const hasPicture = Boolean(parsed.picture?.src);
  const sheen = parsed.sheen && parsed.sheen !== 'none' ? `is-backed sheen-${parsed.sheen}` : '';
  return (
    <div
      id={parsed.anchor || undefined}
      className={[
        'framed',
        frameClass(String(props.id)),
        sheen || (hasPicture ? 'is-backed' : ''),
        hasPicture ? 'has-picture' : '',
        sheen || hasPicture ? backgroundClass[ground as Background] : '',
      ]
        .filter(Boolean)
        .join(' ')}
    >
      {hasPicture ? (
        <img
          className="frame-picture"
          src={safeUrl(parsed.picture?.src)}
          alt=""
          width={parsed.picture?.width ?? 1600}
          height={parsed.picture?.height ?? 900}
          loading="lazy"
          decoding="async"
        />
      ) : null}
      {children}
    </div>
  );
}

/** Style element with the rules of some blocks' frames and responsive styles; nothing where there are none. */
export function FrameStyle({
  blocks,
  definitions,
}: {
  blocks: readonly { type: string; props: Record<string, unknown> }[];
  definitions: BlockDefinitions;
}) {
  const rules = blocks
    .map(({ type, props }) => {
      const id = String(props.id);
      return frameRules(id, validFrame(props.frame)) + responsiveCss(id, definitions[type]?.fields ?? {}, props);
    })
    .join('');
  if (!rules) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made of our own tables and of a class of letters, digits and hyphens
  return <style dangerouslySetInnerHTML={{ __html: rules }} />;
}
