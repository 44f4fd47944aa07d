import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PictureValue } from '#base/shared/pictures.ts';
import { useUiTextAttributes } from '#ui/display/content-language.tsx';
import { Picture } from '#ui/display/picture.tsx';
import { keyAt } from './page-section.tsx';

export type Shot = { picture: PictureValue; caption: string };

/** The pictures of a gallery, each with its lightbox. */
export function Shots({ id, shots, layout }: { id: string; shots: Shot[]; layout: string }) {
  const { t } = useTranslation('blocks');
  const { lang } = useUiTextAttributes();
  const anchorOf = (index: number) => `${id}-${(index + shots.length) % shots.length}`;
  return (
    <>
      <ul className={`gallery gallery-${layout}`}>
        {shots.map((shot, index) => (
          <li key={keyAt(index, shot.picture.src)}>
            <button
              type="button"
              popoverTarget={anchorOf(index)}
              lang={lang}
              aria-label={t('blocks.Gallery.open', { title: shot.picture.alt || shot.caption || String(index + 1) })}
            >
              <Picture picture={{ ...shot.picture, alt: '' }} className="cover" />
            </button>
          </li>
        ))}
      </ul>
      {shots.map((shot, index) => (
        <Lightbox
          key={keyAt(index, shot.picture.src)}
          shot={shot}
          index={index}
          count={shots.length}
          anchorOf={anchorOf}
        />
      ))}
    </>
  );
}

type LightboxProps = { shot: Shot; index: number; count: number; anchorOf: (index: number) => string };

/** A picture of a gallery in full size, with the way to its neighbours. */
function Lightbox({ shot, index, count, anchorOf }: LightboxProps) {
  const { t } = useTranslation('blocks');
  const { lang } = useUiTextAttributes();
  return (
    <div
      id={anchorOf(index)}
      popover="auto"
      className="lightbox"
      role="dialog"
      aria-label={shot.picture.alt || shot.caption || String(index + 1)}
    >
      <Picture picture={shot.picture} />
      <div className="lightbox-bar">
        <p>{shot.caption}</p>
        <span className="quiet">
          <bdi>{`${index + 1} / ${count}`}</bdi>
        </span>
        {count > 1 ? (
          <>
            <button
              type="button"
              popoverTarget={anchorOf(index - 1)}
              lang={lang}
              aria-label={t('blocks.Gallery.before')}
            >
              <ChevronLeft aria-hidden="true" className="rtl-flip" />
            </button>
            <button type="button" popoverTarget={anchorOf(index + 1)} lang={lang} aria-label={t('blocks.Gallery.next')}>
              <ChevronRight aria-hidden="true" className="rtl-flip" />
            </button>
          </>
        ) : null}
        <button
          type="button"
          popoverTarget={anchorOf(index)}
          popoverTargetAction="hide"
          lang={lang}
          aria-label={t('blocks.Gallery.close')}
        >
          <X aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}
