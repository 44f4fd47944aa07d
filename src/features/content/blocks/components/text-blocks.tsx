import { safeUrl } from '#base/shared/addresses.ts';
import type { PictureValue } from '#base/shared/pictures.ts';
import { richHtml } from '#base/shared/rich-html.ts';
import { Picture } from '#ui/display/picture.tsx';
import { block } from '../rules.ts';
import { isRenderedByBlock, responsiveStyles, responsiveStylesOf } from '../styles/rules.ts';
import { type Background, backgroundField, Heading, noPicture, PageSection } from './page-section.tsx';

/** Rich text. */
export const richText = block<{ title: string; html: string; ground: Background }, never>({
  strings: 'blocks',
  group: 'words',
  fields: {
    title: { kind: 'text', most: 120 },
    html: { kind: 'rich' },
    ...responsiveStylesOf('titleSize', 'textColumns'),
    ground: backgroundField,
  },
  defaults: {
    title: '',
    html: '<p>The mill made paper until 1974. Since then the long table has stood where the vats were, and whoever sits at it leaves with something they made.</p>',
    ground: 'paper',
  },
  render: ({ values, isFirst }) => (
    <PageSection background={values.ground} className="rich-text">
      <Heading isFirst={isFirst} size={48}>
        {values.title}
      </Heading>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: passed through the sanitiser on every render */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: richHtml(values.html) }} />
    </PageSection>
  ),
});

/** Image with caption. */
export const picture = block<
  { picture: PictureValue; caption: string; width: 'text' | 'page' | 'edge'; ground: Background },
  never
>({
  strings: 'blocks',
  group: 'media',
  fields: {
    picture: { kind: 'picture' },
    caption: { kind: 'text', most: 200 },
    width: isRenderedByBlock(responsiveStyles.width),
    ...responsiveStylesOf('ratio'),
    ground: backgroundField,
  },
  defaults: {
    picture: {
      src: '/pictures/harbour.svg',
      alt: 'Three small sailing boats in front of a city',
      width: 1280,
      height: 860,
    },
    caption: '',
    width: 'page',
    ground: 'paper',
  },
  render: ({ values, isFirst }) => (
    <PageSection background={values.ground} className={`picture picture-${values.width}`}>
      <figure>
        <Picture picture={values.picture} className="cover" isFirst={isFirst} />
        {values.caption ? <figcaption>{values.caption}</figcaption> : null}
      </figure>
    </PageSection>
  ),
});

const columnNames = ['one', 'two', 'three', 'four'] as const;

/** Blocks in columns. */
export const columns = block<
  { count: '2' | '3' | '4'; ground: Background; one: unknown; two: unknown; three: unknown; four: unknown },
  never
>({
  strings: 'blocks',
  group: 'layout',
  fields: {
    count: { kind: 'choice', values: ['2', '3', '4'] },
    ...responsiveStylesOf('columnParts', 'gap', 'order', 'standing'),
    ground: backgroundField,
    one: { kind: 'slot' },
    two: { kind: 'slot' },
    three: { kind: 'slot' },
    four: { kind: 'slot' },
  },
  defaults: { count: '2', ground: 'paper', one: [], two: [], three: [], four: [] },
  visibleSlots: ({ count = '2' }) => columnNames.slice(0, Number(count)),
  render: ({ values, slot }) => (
    <PageSection background={values.ground} className="columns">
      <div className={`columns-all columns-${values.count}`}>
        {columnNames.slice(0, Number(values.count)).map((name) => (
          <div key={name}>{slot(name, 'slot-room')}</div>
        ))}
      </div>
    </PageSection>
  ),
});

/** Text with an image above, the usual content of a column. */
export const card = block<{ picture: PictureValue; title: string; text: string; label: string; href: string }, never>({
  strings: 'blocks',
  group: 'words',
  fields: {
    picture: { kind: 'picture' },
    title: { kind: 'text', most: 120 },
    text: { kind: 'long' },
    label: { kind: 'text', most: 60 },
    href: { kind: 'address' },
    ...responsiveStylesOf('ratio'),
  },
  defaults: {
    picture: noPicture,
    title: 'An evening at the table',
    text: 'One subject, one sitting, tea in the middle. Bring your own paper.',
    label: '',
    href: '',
  },
  render: ({ values, isFirst }) => {
    const Level = isFirst ? 'h1' : 'h2';
    return (
      <div className="tile">
        <Picture picture={values.picture} className="cover" />
        {values.title ? <Level className="hd d-24">{values.title}</Level> : null}
        {values.text ? <p className="muted">{values.text}</p> : null}
        {values.label ? (
          <a className="link" href={safeUrl(values.href)}>
            {values.label}
          </a>
        ) : null}
      </div>
    );
  },
});
