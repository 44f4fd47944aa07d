import { useTranslation } from 'react-i18next';
import { safeUrl } from '#base/shared/addresses.ts';
import type { PictureValue } from '#base/shared/pictures.ts';
import { useUiTextAttributes } from '#ui/display/content-language.tsx';
import { Picture } from '#ui/display/picture.tsx';
import { frameClass } from '../frame/rules.ts';
import { block } from '../rules.ts';
import { responsiveStylesOf } from '../styles/rules.ts';
import { type Shot, Shots } from './gallery-shots.tsx';
import { type Background, BlockHead, backgroundField, PageSection } from './page-section.tsx';

/** Image gallery with a lightbox that needs no script. */
export const gallery = block<
  { title: string; text: string; shots: Shot[]; layout: 'grid' | 'mosaic' | 'strip'; ground: Background },
  never
>({
  strings: 'blocks',
  group: 'media',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    shots: {
      kind: 'list',
      most: 40,
      titleOf: 'caption',
      fields: { picture: { kind: 'picture' }, caption: { kind: 'text', most: 200 } },
    },
    layout: { kind: 'choice', values: ['grid', 'mosaic', 'strip'] },
    ...responsiveStylesOf('titleSize', 'ratio', 'gap', 'flow'),
    ground: backgroundField,
  },
  defaults: {
    title: 'From the last class',
    text: '',
    shots: [
      {
        picture: { src: '/pictures/dunes.svg', alt: 'Dunes in low light', width: 960, height: 720 },
        caption: 'Dunes, six in the morning',
      },
      {
        picture: { src: '/pictures/harbour.svg', alt: 'Boats in a harbour', width: 960, height: 720 },
        caption: 'The harbour after rain',
      },
      {
        picture: { src: '/pictures/stairs.svg', alt: 'A winding stair from above', width: 960, height: 720 },
        caption: 'Stairs, from the third floor',
      },
    ],
    layout: 'grid',
    ground: 'paper',
  },
  isEmpty: ({ shots }) => !shots.some(({ picture }) => picture?.src),
  render: ({ id, values, isFirst }) => (
    <PageSection background={values.ground}>
      <BlockHead title={values.title} text={values.text} isFirst={isFirst} />
      <Shots id={frameClass(id)} shots={values.shots.filter(({ picture }) => picture?.src)} layout={values.layout} />
    </PageSection>
  ),
});

/** Video hosted by the site itself; videos of other sites use the embed block. */
export const video = block<
  { title: string; src: string; captions: string; picture: PictureValue; caption: string; ground: Background },
  never
>({
  strings: 'blocks',
  group: 'media',
  fields: {
    title: { kind: 'text', most: 120 },
    src: { kind: 'address' },
    captions: { kind: 'address' },
    picture: { kind: 'picture' },
    caption: { kind: 'text', most: 200 },
    ...responsiveStylesOf('titleSize', 'ratio'),
    ground: backgroundField,
  },
  defaults: {
    title: 'See a lesson',
    src: '',
    captions: '',
    picture: { src: '/pictures/stairs.svg', alt: '', width: 1280, height: 720 },
    caption: '',
    ground: 'paper',
  },
  isEmpty: ({ src }) => !isPlayable(src),
  render: ({ values, isFirst }) => (
    <PageSection background={values.ground}>
      <BlockHead title={values.title} isFirst={isFirst} />
      <VideoFigure values={values} />
    </PageSection>
  ),
});

function isPlayable(src: string): boolean {
  return src !== '' && safeUrl(src) !== '#';
}

function VideoFigure({
  values,
}: {
  values: { title: string; src: string; captions: string; picture: PictureValue; caption: string };
}) {
  const { t } = useTranslation('blocks');
  const { lang } = useUiTextAttributes();
  return (
    <figure className="film">
      {isPlayable(values.src) ? (
        <video
          controls
          preload="none"
          playsInline
          width={1280}
          height={720}
          poster={values.picture?.src ? safeUrl(values.picture.src) : undefined}
          src={safeUrl(values.src)}
          lang={values.title ? undefined : lang}
          aria-label={values.title || t('blocks.Video.name')}
        >
          <track kind="captions" src={values.captions ? safeUrl(values.captions) : undefined} />
        </video>
      ) : (
        <Picture picture={values.picture} className="cover" />
      )}
      {values.caption ? <figcaption>{values.caption}</figcaption> : null}
    </figure>
  );
}

/** Audio player. */
export const audio = block<
  { title: string; text: string; src: string; picture: PictureValue; ground: Background },
  never
>({
  strings: 'blocks',
  group: 'media',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    src: { kind: 'address' },
    picture: { kind: 'picture' },
    ...responsiveStylesOf('titleSize', 'side'),
    ground: backgroundField,
  },
  defaults: {
    title: 'Listen to the first evening',
    text: 'Twelve minutes from the kitchen table where it began.',
    src: '',
    picture: { src: '/pictures/harbour.svg', alt: '', width: 640, height: 640 },
    ground: 'soft',
  },
  isEmpty: ({ src }) => !isPlayable(src),
  render: ({ values, isFirst }) => (
    <PageSection background={values.ground} className="sound">
      <Picture picture={values.picture} className="cover" />
      <div>
        <BlockHead title={values.title} text={values.text} isFirst={isFirst} />
        <Sound src={values.src} title={values.title} />
      </div>
    </PageSection>
  ),
});

function Sound({ src, title }: { src: string; title: string }) {
  const { t } = useTranslation('blocks');
  const { lang } = useUiTextAttributes();
  if (!isPlayable(src)) return null;
  return (
    // biome-ignore lint/a11y/useMediaCaption: a sound has no picture to write under; its words belong into the page's text
    <audio
      controls
      preload="none"
      src={safeUrl(src)}
      lang={title ? undefined : lang}
      aria-label={title || t('blocks.Audio.name')}
    />
  );
}
