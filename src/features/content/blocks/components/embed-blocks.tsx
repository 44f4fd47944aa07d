import { ExternalLink, MapPin, Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { embedOf } from '#base/shared/embeds.ts';
import type { PictureValue } from '#base/shared/pictures.ts';
import { customHtml } from '#base/shared/rich-html.ts';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { UiText, useUiTextAttributes } from '#ui/display/content-language.tsx';
import { Picture } from '#ui/display/picture.tsx';
import { block } from '../rules.ts';
import { isRenderedByBlock, responsiveStyles, responsiveStylesOf } from '../styles/rules.ts';
import { awaitConsent } from './embed-consent.ts';
import { type Background, BlockHead, backgroundField, PageSection } from './page-section.tsx';

/** Content of another site, loaded only after the reader's consent, for this embed or for all. */
export const embed = block<
  {
    title: string;
    address: string;
    picture: PictureValue;
    shape: 'wide' | 'square' | 'tall' | 'line';
    ground: Background;
  },
  never
>({
  strings: 'blocks',
  group: 'media',
  fields: {
    title: { kind: 'text', most: 120 },
    address: { kind: 'address' },
    picture: { kind: 'picture' },
    shape: isRenderedByBlock(responsiveStyles.shape),
    ...responsiveStylesOf('titleSize'),
    ground: backgroundField,
  },
  defaults: {
    title: 'Watch how a book is bound',
    address: '',
    picture: { src: '/pictures/dunes.svg', alt: '', width: 1280, height: 720 },
    shape: 'wide',
    ground: 'paper',
  },
  isEmpty: ({ address }) => embedOf(address) === null,
  render: ({ values, isFirst }) => (
    <PageSection background={values.ground}>
      <BlockHead title={values.title} isFirst={isFirst} />
      <EmbedBox values={values} />
    </PageSection>
  ),
});

function EmbedBox({ values }: { values: { title: string; address: string; picture: PictureValue; shape: string } }) {
  const embedded = embedOf(values.address);
  if (!embedded) return null;
  return (
    <ConsentFrame
      src={embedded.src}
      host={embedded.host}
      href={values.address.trim()}
      title={values.title || embedded.host}
      shape={values.shape}
      picture={values.picture}
    />
  );
}

/** Placeholder of an iframe until consent; without scripts a link to the same content. */
function ConsentFrame(props: {
  src: string;
  host: string;
  href: string;
  title: string;
  shape: string;
  picture?: PictureValue;
}) {
  const { t } = useTranslation('blocks');
  const ownWords = useUiTextAttributes();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Only in the builder: on a published page the page script loads the embed.
    if (box.current) awaitConsent(box.current);
  }, []);
  return (
    <div ref={box} className={`embed embed-${props.shape}`} data-embed={props.src} data-title={props.title}>
      {props.picture?.src ? <Picture picture={{ ...props.picture, alt: '' }} className="embed-poster" /> : null}
      <div className="embed-ask" {...ownWords}>
        <p>{t('blocks.Embed.ask', { host: props.host })}</p>
        <p className="block-buttons">
          <button type="button" hidden data-embed-load="" className={buttonClass({ variant: 'primary', size: 'lg' })}>
            <Play aria-hidden="true" size={18} />
            {t('blocks.Embed.load')}
          </button>
          <a className={buttonClass({ size: 'lg' })} href={props.href} rel="noopener" target="_blank">
            <ExternalLink aria-hidden="true" size={18} />
            {t('blocks.Embed.visit', { host: props.host })}
          </a>
        </p>
      </div>
    </div>
  );
}

/** Address, directions and, after consent, a map. */
export const map = block<
  {
    title: string;
    text: string;
    address: string;
    latitude: number;
    longitude: number;
    zoom: number;
    ground: Background;
  },
  never
>({
  strings: 'blocks',
  group: 'media',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    address: { kind: 'long', most: 400 },
    latitude: { kind: 'number', least: -90, most: 90, step: 0.0001 },
    longitude: { kind: 'number', least: -180, most: 180, step: 0.0001 },
    zoom: { kind: 'number', least: 3, most: 19 },
    ...responsiveStylesOf('titleSize', 'parts', 'side', 'shape'),
    ground: backgroundField,
  },
  defaults: {
    title: 'How to find us',
    text: 'Ten minutes on foot from the station, along the water.',
    address: 'The Old Mill\n4 River Lane\nGhent',
    latitude: 51.0543,
    longitude: 3.7174,
    zoom: 15,
    ground: 'soft',
  },
  render: ({ values, isFirst }) => (
    <PageSection background={values.ground} className="place">
      <div>
        <BlockHead title={values.title} text={values.text} isFirst={isFirst} />
        <MapWords address={values.address} href={mapOf(values.latitude, values.longitude, values.zoom).href} />
      </div>
      <ConsentFrame
        {...mapOf(values.latitude, values.longitude, values.zoom)}
        host="openstreetmap.org"
        title={values.title || values.address}
        shape="square"
      />
    </PageSection>
  ),
});

function MapWords({ address, href }: { address: string; href: string }) {
  const { t } = useTranslation('blocks');
  return (
    <address className="place-words">
      {address}
      <a className="link" href={href} target="_blank" rel="noopener">
        <MapPin aria-hidden="true" size={18} />
        <UiText>{t('blocks.Map.open')}</UiText>
      </a>
    </address>
  );
}

/** The author's HTML, sanitised. */
export const html = block<{ code: string; ground: Background }, never>({
  strings: 'blocks',
  group: 'layout',
  fields: { code: { kind: 'code' }, ...responsiveStylesOf('textColumns'), ground: backgroundField },
  defaults: {
    code: '<p>Tea is served at <strong>half past four</strong>, whatever the weather.</p>',
    ground: 'paper',
  },
  render: ({ values }) => (
    <PageSection background={values.ground}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: passed through the sanitiser on every render */}
      <div className="prose own-html" dangerouslySetInnerHTML={{ __html: customHtml(values.code) }} />
    </PageSection>
  ),
});

/** OpenStreetMap map of a location: embed URL and link URL. */
function mapOf(latitude: number, longitude: number, zoom: number): { src: string; href: string } {
  // A tile covers about 360 / 2^zoom degrees; the map is about two tiles wide.
  const half = 360 / 2 ** zoom;
  const box = [longitude - half, latitude - half / 2, longitude + half, latitude + half / 2]
    .map((degrees) => degrees.toFixed(5))
    .join('%2C');
  const at = `${latitude.toFixed(5)}%2C${longitude.toFixed(5)}`;
  return {
    src: `https://www.openstreetmap.org/export/embed.html?bbox=${box}&layer=mapnik&marker=${at}`,
    href: `https://www.openstreetmap.org/?mlat=${latitude.toFixed(5)}&mlon=${longitude.toFixed(5)}#map=${zoom}/${latitude.toFixed(5)}/${longitude.toFixed(5)}`,
  };
}
