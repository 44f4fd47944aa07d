import { useTranslation } from 'react-i18next';
import { safeAddress } from '#base/shared/addresses.ts';
import { frameClass } from '#base/shared/block-frame.ts';
import { type BlockPicture, block } from '#base/shared/blocks.ts';
import { drawn, looks, looksOf } from '#base/shared/responsive-styles.ts';
import { Picture } from '#ui/display/picture.tsx';
import { OwnWords } from '#ui/display/written-in.tsx';
import {
  Band,
  BlockHead,
  Buttons,
  type ButtonValue,
  buttonsField,
  type Ground,
  groundField,
  Heading,
  keyAt,
  noPicture,
} from '#ui/layout/page-section.tsx';

/** Other blocks on one ground, under one heading. */
export const section = block<{ title: string; text: string; inside: unknown; ground: Ground }, never>({
  strings: 'pages',
  group: 'layout',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    inside: { kind: 'slot' },
    ...looksOf('titleSize', 'gap', 'room'),
    ground: groundField,
  },
  defaults: { title: 'What belongs together', text: '', inside: [], ground: 'soft' },
  render: ({ values, slot, isFirst }) => (
    <Band ground={values.ground}>
      <BlockHead title={values.title} text={values.text} isFirst={isFirst} />
      {slot('inside', 'slot-room slot-stack')}
    </Band>
  ),
});

/** Other blocks in a grid, as many a row as its frame says for each width. */
export const grid = block<{ inside: unknown; gap: 'small' | 'middle' | 'large'; ground: Ground }, never>({
  strings: 'pages',
  group: 'layout',
  fields: {
    inside: { kind: 'slot' },
    gap: drawn(looks.gap),
    ...looksOf('standing'),
    ground: groundField,
  },
  defaults: { inside: [], gap: 'middle', ground: 'paper' },
  render: ({ values, slot }) => (
    <Band ground={values.ground} className="grid-block">
      {slot('inside', `slot-room slot-grid gap-${values.gap}`)}
    </Band>
  ),
});

/** Room, and nothing else. */
export const spacer = block<{ height: 'small' | 'middle' | 'large'; ground: Ground }, never>({
  strings: 'pages',
  group: 'layout',
  fields: { height: drawn(looks.height), ground: groundField },
  defaults: { height: 'middle', ground: 'paper' },
  render: ({ values }) => (
    <Band ground={values.ground} className={`spacer spacer-${values.height}`}>
      {null}
    </Band>
  ),
});

/** A line between one thing and the next. */
export const divider = block<{ look: 'hair' | 'strong' | 'dots' | 'wave'; ground: Ground }, never>({
  strings: 'pages',
  group: 'layout',
  fields: {
    look: { kind: 'choice', values: ['hair', 'strong', 'dots', 'wave'] },
    ...looksOf('lineWidth'),
    ground: groundField,
  },
  defaults: { look: 'hair', ground: 'paper' },
  render: ({ values }) => (
    <Band ground={values.ground} className="divider">
      <hr className={`divide-${values.look}`} />
    </Band>
  ),
});

/** What to do next, as buttons side by side. */
export const buttonGroup = block<{ buttons: ButtonValue[]; ground: Ground }, never>({
  strings: 'pages',
  group: 'openings',
  fields: {
    buttons: { ...buttonsField, most: 6 } as typeof buttonsField,
    ...looksOf('buttonWidth'),
    ground: groundField,
  },
  defaults: {
    buttons: [
      { label: 'See the courses', href: '/course', look: 'primary' },
      { label: 'Read the journal', href: '/blog', look: 'line' },
    ],
    ground: 'paper',
  },
  render: ({ values }) => (
    <Band ground={values.ground} className="button-group">
      <Buttons buttons={values.buttons} />
    </Band>
  ),
});

/** The way around a long page; its links lead to the anchors of other blocks. */
export const anchors = block<{ items: { label: string; href: string }[]; isFixed: boolean; ground: Ground }, never>({
  strings: 'pages',
  group: 'openings',
  fields: {
    items: {
      kind: 'list',
      most: 10,
      titleOf: 'label',
      fields: { label: { kind: 'text', most: 60 }, href: { kind: 'address' } },
    },
    isFixed: { kind: 'switch' },
    ...looksOf('gap'),
    ground: groundField,
  },
  defaults: {
    items: [
      { label: 'What you learn', href: '#learn' },
      { label: 'Who teaches', href: '#people' },
      { label: 'What it costs', href: '#prices' },
    ],
    isFixed: false,
    ground: 'paper',
  },
  render: ({ id, values }) => <AnchorBar {...values} nameId={`${frameClass(id)}-name`} />,
});

function AnchorBar({
  nameId,
  items,
  isFixed,
  ground,
}: {
  nameId: string;
  items: { label: string; href: string }[];
  isFixed: boolean;
  ground: Ground;
}) {
  const { t } = useTranslation('pages');
  return (
    <Band ground={ground} className={isFixed ? 'anchors is-fixed' : 'anchors'}>
      <nav aria-labelledby={nameId}>
        <span id={nameId} className="vh">
          <OwnWords>{t('blocks.Anchors.label')}</OwnWords>
        </span>
        {items.map((item, index) => (
          <a key={keyAt(index, item.label)} href={safeAddress(item.href)}>
            {item.label}
          </a>
        ))}
      </nav>
    </Band>
  );
}

/** One person, one picture, a handful of links: a page for the line under a profile elsewhere. */
export const linkList = block<
  {
    picture: BlockPicture;
    title: string;
    text: string;
    links: { label: string; href: string; note: string }[];
    look: 'line' | 'filled';
    ground: Ground;
  },
  never
>({
  strings: 'pages',
  group: 'openings',
  fields: {
    picture: { kind: 'picture' },
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    links: {
      kind: 'list',
      most: 20,
      titleOf: 'label',
      fields: { label: { kind: 'text', most: 80 }, href: { kind: 'address' }, note: { kind: 'text', most: 120 } },
    },
    look: { kind: 'choice', values: ['line', 'filled'] },
    ...looksOf('titleSize', 'faceSize', 'gap'),
    ground: groundField,
  },
  defaults: {
    picture: noPicture,
    title: 'Ines Marchetti',
    text: 'Photographs what lives in pond water.',
    links: [
      { label: 'Seeing cells', href: '/course', note: 'The six-week course' },
      { label: 'The journal', href: '/blog', note: 'One picture every Sunday' },
      { label: 'Write to me', href: 'mailto:hello@example.org', note: '' },
    ],
    look: 'line',
    ground: 'paper',
  },
  render: ({ values, isFirst }) => (
    <Band ground={values.ground} className="link-list">
      <Picture picture={values.picture} isFirst={isFirst} />
      <Heading isFirst={isFirst} size={32}>
        {values.title}
      </Heading>
      {values.text ? <p className="lead">{values.text}</p> : null}
      <ul className={`links links-${values.look}`}>
        {values.links.map((link, index) => (
          <li key={keyAt(index, link.label)}>
            <a href={safeAddress(link.href)}>
              <b>{link.label}</b>
              {link.note ? <span>{link.note}</span> : null}
            </a>
          </li>
        ))}
      </ul>
    </Band>
  ),
});
