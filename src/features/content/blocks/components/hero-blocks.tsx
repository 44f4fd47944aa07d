import type { PictureValue } from '#base/shared/pictures.ts';
import { Picture } from '#ui/display/picture.tsx';
import { block } from '../rules.ts';
import { responsiveStylesOf } from '../styles/rules.ts';
import {
  type Background,
  Buttons,
  type ButtonValue,
  backgroundClass,
  backgroundField,
  buttonsField,
  Heading,
  PageSection,
} from './page-section.tsx';

/** Hero: an image behind or beside the text. */
export const hero = block<
  {
    title: string;
    text: string;
    buttons: ButtonValue[];
    picture: PictureValue;
    layout: 'behind' | 'beside' | 'plain' | 'centred' | 'under' | 'split';
    ground: Background;
    note: string;
    noteEnd: string;
  },
  never
>({
  strings: 'blocks',
  group: 'openings',
  fields: {
    title: { kind: 'long' },
    text: { kind: 'long' },
    buttons: buttonsField,
    picture: { kind: 'picture' },
    layout: { kind: 'choice', values: ['behind', 'beside', 'plain', 'centred', 'under', 'split'] },
    ...responsiveStylesOf('titleSize', 'parts', 'side', 'ratio', 'room', 'buttonWidth'),
    ground: backgroundField,
    note: { kind: 'text', most: 120 },
    noteEnd: { kind: 'text', most: 120 },
  },
  defaults: {
    title: 'Learn to bind a book that opens flat',
    text: 'Eight evenings at a kitchen table, with somebody who has done it for twenty years.',
    buttons: [{ label: 'See the courses', href: '/course', look: 'primary' }],
    picture: {
      src: '/pictures/table.svg',
      alt: 'Seven notebooks around a pot of tea on a round table',
      width: 1280,
      height: 960,
    },
    layout: 'beside',
    ground: 'paper',
    note: '',
    noteEnd: '',
  },
  render: ({ values, isFirst }) => {
    const textColumn = (
      <div className="hero-words">
        <Heading isFirst={isFirst} size={64}>
          {values.title}
        </Heading>
        {values.text ? <p className="lead">{values.text}</p> : null}
        <Buttons buttons={values.buttons} />
      </div>
    );
    if (values.layout === 'behind') {
      return (
        <section className="band band-ink hero">
          <Picture picture={values.picture} className="hero-picture" isFirst={isFirst} />
          <div className="wide hero-room">
            {textColumn}
            {values.note || values.noteEnd ? (
              <p className="hero-notes">
                <bdi>{values.note}</bdi>
                <bdi>{values.noteEnd}</bdi>
              </p>
            ) : null}
          </div>
        </section>
      );
    }
    const hasPicture = values.layout !== 'plain' && values.layout !== 'centred';
    return (
      <PageSection
        background={values.ground}
        className={values.layout === 'plain' ? undefined : `hero-${values.layout}`}
      >
        {textColumn}
        {hasPicture ? <Picture picture={values.picture} className="hero-cut" isFirst={isFirst} /> : null}
        {values.note || values.noteEnd ? (
          <p className="hero-notes">
            <bdi>{values.note}</bdi>
            <bdi>{values.noteEnd}</bdi>
          </p>
        ) : null}
      </PageSection>
    );
  },
});

/** Quote with a portrait. */
export const quote = block<
  {
    eyebrow: string;
    quote: string;
    text: string;
    buttons: ButtonValue[];
    picture: PictureValue;
    layout: 'full' | 'beside';
    ground: Background;
  },
  never
>({
  strings: 'blocks',
  group: 'proof',
  fields: {
    eyebrow: { kind: 'text', most: 60 },
    quote: { kind: 'text', most: 240 },
    text: { kind: 'long' },
    buttons: buttonsField,
    picture: { kind: 'picture' },
    layout: { kind: 'choice', values: ['full', 'beside'] },
    ...responsiveStylesOf('titleSize', 'parts', 'side', 'ratio', 'buttonWidth'),
    ground: backgroundField,
  },
  defaults: {
    eyebrow: '',
    quote: '“Draw the chair, not what you know about chairs.”',
    text: '',
    buttons: [],
    picture: { src: '/pictures/portrait.svg', alt: '', width: 960, height: 1200 },
    layout: 'beside',
    ground: 'paper',
  },
  render: ({ values, isFirst }) => {
    const textColumn = (
      <div className="quote-words">
        {values.eyebrow ? <p className="quote-eyebrow">{values.eyebrow}</p> : null}
        <Heading isFirst={isFirst} size={48}>
          {values.quote}
        </Heading>
        {values.text ? <p className="lead">{values.text}</p> : null}
        <Buttons buttons={values.buttons} />
      </div>
    );
    if (values.layout === 'full') {
      return (
        <section className={`band ${backgroundClass[values.ground]} quote-full`}>
          <Picture picture={values.picture} className="quote-picture" />
          {textColumn}
        </section>
      );
    }
    return (
      <PageSection background={values.ground} className="quote-beside">
        <Picture picture={values.picture} className="quote-cut" />
        {textColumn}
      </PageSection>
    );
  },
});

/** Call to action on a contrasting background. */
export const callToAction = block<
  { title: string; text: string; label: string; href: string; ground: Background },
  never
>({
  strings: 'blocks',
  group: 'openings',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long' },
    label: { kind: 'text', most: 60 },
    href: { kind: 'address' },
    ...responsiveStylesOf('titleSize', 'side', 'buttonWidth'),
    ground: backgroundField,
  },
  defaults: {
    title: 'The first lesson is open to everyone',
    text: '',
    label: 'See the courses',
    href: '/course',
    ground: 'accent',
  },
  render: ({ values, isFirst }) => (
    <PageSection background={values.ground} className="action">
      <div>
        <Heading isFirst={isFirst}>{values.title}</Heading>
        {values.text ? <p className="lead">{values.text}</p> : null}
      </div>
      {values.label ? <Buttons buttons={[{ label: values.label, href: values.href, look: 'line' }]} /> : null}
    </PageSection>
  ),
});
