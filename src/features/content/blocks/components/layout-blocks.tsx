import { useTranslation } from 'react-i18next';
import { safeUrl } from '#base/shared/addresses.ts';
import type { PictureValue } from '#base/shared/pictures.ts';
import { UiText } from '#ui/display/content-language.tsx';
import { Picture } from '#ui/display/picture.tsx';
import { frameClass } from '../frame/rules.ts';
import { block } from '../rules.ts';
import { isRenderedByBlock, responsiveStyles, responsiveStylesOf } from '../styles/rules.ts';
import {
  type Background,
  BlockHead,
  Buttons,
  type ButtonValue,
  backgroundField,
  buttonsField,
  Heading,
  keyAt,
  noPicture,
  PageSection,
} from './page-section.tsx';

/** Blocks on a shared background, under a heading. */
export const section = block<{ title: string; text: string; inside: unknown; ground: Background }, never>({
  strings: 'blocks',
  group: 'layout',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    inside: { kind: 'slot' },
    ...responsiveStylesOf('titleSize', 'gap', 'room'),
    ground: backgroundField,
  },
  defaults: { title: 'What belongs together', text: '', inside: [], ground: 'soft' },
  render: ({ values, slot, isFirst }) => (
    <PageSection background={values.ground}>
      <BlockHead title={values.title} text={values.text} isFirst={isFirst} />
      {slot('inside', 'slot-room slot-stack')}
    </PageSection>
  ),
});

/** Blocks in a grid; its frame sets the columns per device. */
export const grid = block<{ inside: unknown; gap: 'small' | 'middle' | 'large'; ground: Background }, never>({
  strings: 'blocks',
  group: 'layout',
  fields: {
    inside: { kind: 'slot' },
    gap: isRenderedByBlock(responsiveStyles.gap),
    ...responsiveStylesOf('standing'),
    ground: backgroundField,
  },
  defaults: { inside: [], gap: 'middle', ground: 'paper' },
  render: ({ values, slot }) => (
    <PageSection background={values.ground} className="grid-block">
      {slot('inside', `slot-room slot-grid gap-${values.gap}`)}
    </PageSection>
  ),
});

/** Vertical space. */
export const spacer = block<{ height: 'small' | 'middle' | 'large'; ground: Background }, never>({
  strings: 'blocks',
  group: 'layout',
  fields: { height: isRenderedByBlock(responsiveStyles.height), ground: backgroundField },
  defaults: { height: 'middle', ground: 'paper' },
  render: ({ values }) => (
    <PageSection background={values.ground} className={`spacer spacer-${values.height}`}>
      {null}
    </PageSection>
  ),
});

/** Divider line. */
export const divider = block<{ look: 'hair' | 'strong' | 'dots' | 'wave'; ground: Background }, never>({
  strings: 'blocks',
  group: 'layout',
  fields: {
    look: { kind: 'choice', values: ['hair', 'strong', 'dots', 'wave'] },
    ...responsiveStylesOf('lineWidth'),
    ground: backgroundField,
  },
  defaults: { look: 'hair', ground: 'paper' },
  render: ({ values }) => (
    <PageSection background={values.ground} className="divider">
      <hr className={`divide-${values.look}`} />
    </PageSection>
  ),
});

/** Row of buttons. */
export const buttonGroup = block<{ buttons: ButtonValue[]; ground: Background }, never>({
  strings: 'blocks',
  group: 'openings',
  fields: {
    buttons: { ...buttonsField, most: 6 } as typeof buttonsField,
    ...responsiveStylesOf('buttonWidth'),
    ground: backgroundField,
  },
  defaults: {
    buttons: [
      { label: 'See the courses', href: '/course', look: 'primary' },
      { label: 'Read the journal', href: '/blog', look: 'line' },
    ],
    ground: 'paper',
  },
  render: ({ values }) => (
    <PageSection background={values.ground} className="button-group">
      <Buttons buttons={values.buttons} />
    </PageSection>
  ),
});

/** Anchor navigation for a long page. */
export const anchors = block<{ items: { label: string; href: string }[]; isFixed: boolean; ground: Background }, never>(
  {
    strings: 'blocks',
    group: 'openings',
    fields: {
      items: {
        kind: 'list',
        most: 10,
        titleOf: 'label',
        fields: { label: { kind: 'text', most: 60 }, href: { kind: 'address' } },
      },
      isFixed: { kind: 'switch' },
      ...responsiveStylesOf('gap'),
      ground: backgroundField,
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
  },
);

function AnchorBar({
  nameId,
  items,
  isFixed,
  ground,
}: {
  nameId: string;
  items: { label: string; href: string }[];
  isFixed: boolean;
  ground: Background;
}) {
  const { t } = useTranslation('blocks');
  return (
    <PageSection background={ground} className={isFixed ? 'anchors is-fixed' : 'anchors'}>
      <nav aria-labelledby={nameId}>
        <span id={nameId} className="vh">
          <UiText>{t('blocks.Anchors.label')}</UiText>
        </span>
        {items.map((item, index) => (
          <a key={keyAt(index, item.label)} href={safeUrl(item.href)}>
            {item.label}
          </a>
        ))}
      </nav>
    </PageSection>
  );
}

/** Link-in-bio page: a person, an image and a few links. */
export const linkList = block<
  {
    picture: PictureValue;
    title: string;
    text: string;
    links: { label: string; href: string; note: string }[];
    look: 'line' | 'filled';
    ground: Background;
  },
  never
>({
  strings: 'blocks',
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
    ...responsiveStylesOf('titleSize', 'faceSize', 'gap'),
    ground: backgroundField,
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
    <PageSection background={values.ground} className="link-list">
      <Picture picture={values.picture} isFirst={isFirst} />
      <Heading isFirst={isFirst} size={32}>
        {values.title}
      </Heading>
      {values.text ? <p className="lead">{values.text}</p> : null}
      <ul className={`links links-${values.look}`}>
        {values.links.map((link, index) => (
          <li key={keyAt(index, link.label)}>
            <a href={safeUrl(link.href)}>
              <b>{link.label}</b>
              {link.note ? <span>{link.note}</span> : null}
            </a>
          </li>
        ))}
      </ul>
    </PageSection>
  ),
});
