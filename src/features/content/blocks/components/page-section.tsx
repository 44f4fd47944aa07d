import type { ReactNode } from 'react';
import { safeUrl } from '#base/shared/addresses.ts';
import type { PictureValue } from '#base/shared/pictures.ts';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { ContentText } from '#ui/display/content-language.tsx';
import type { BlockField } from '../rules.ts';

export const backgrounds = ['paper', 'soft', 'ink', 'accent', 'primary', 'second'] as const;
export type Background = (typeof backgrounds)[number];

export const backgroundField: BlockField = { kind: 'choice', values: backgrounds };

export const backgroundClass: Record<Background, string> = {
  paper: '',
  soft: 'band-soft',
  ink: 'band-ink',
  accent: 'band-accent',
  primary: 'band-primary',
  second: 'band-second',
};

/** A section of a page with its background. */
export function PageSection({
  background: ground,
  className,
  children,
}: {
  background?: Background;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section className={['band', backgroundClass[ground ?? 'paper'], className].filter(Boolean).join(' ')}>
      <div className="wide">{children}</div>
    </section>
  );
}

/** A block's heading: `h1` for the first block of the page. */
export function Heading({ isFirst, size, children }: { isFirst: boolean; size?: 32 | 48 | 64; children: ReactNode }) {
  if (!children) return null;
  const Level = isFirst ? 'h1' : 'h2';
  return (
    <Level className={`hd d-${size ?? (isFirst ? 64 : 48)}`}>
      <ContentText>{children}</ContentText>
    </Level>
  );
}

/** A block's heading with its subtitle; nothing where both are empty. */
export function BlockHead({
  title,
  text,
  isFirst,
  children,
}: {
  title: string;
  text?: string;
  isFirst: boolean;
  children?: ReactNode;
}) {
  if (!title && !text && !children) return null;
  return (
    <div className="block-head">
      <Heading isFirst={isFirst}>{title}</Heading>
      {text ? (
        <p className="lead">
          <ContentText>{text}</ContentText>
        </p>
      ) : null}
      {children}
    </div>
  );
}

/** The heading of an item in a block: one level below the block's own, where it has one. */
export function ItemHeading({
  under,
  isFirst,
  className,
  children,
}: {
  under: string;
  /** Whether the block's heading is the page's `h1`. */
  isFirst: boolean;
  className?: string;
  children: ReactNode;
}) {
  const Level = under && !isFirst ? 'h3' : 'h2';
  return (
    <Level className={className}>
      <ContentText>{children}</ContentText>
    </Level>
  );
}

/** A React key for a list's items, which may have equal texts. */
export function keyAt(index: number, words: string): string {
  return `${index} ${words}`;
}

export type ButtonValue = { label: string; href: string; look: 'primary' | 'accent' | 'line' | 'clear' };

export const buttonsField: BlockField = {
  kind: 'list',
  most: 3,
  titleOf: 'label',
  fields: {
    label: { kind: 'text', most: 60 },
    href: { kind: 'address' },
    look: { kind: 'choice', values: ['primary', 'accent', 'line', 'clear'] },
  },
};

export function Buttons({ buttons }: { buttons: ButtonValue[] }) {
  if (buttons.length === 0) return null;
  return (
    <p className="block-buttons">
      {buttons.map((button, index) => (
        <a
          key={keyAt(index, button.label)}
          className={
            button.look === 'clear'
              ? 'btn btn-xl btn-clear'
              : buttonClass({ variant: button.look ?? 'primary', size: 'xl' })
          }
          href={safeUrl(button.href)}
        >
          <ContentText>{button.label}</ContentText>
        </a>
      ))}
    </p>
  );
}

export const noPicture: PictureValue = { src: '', alt: '' };
