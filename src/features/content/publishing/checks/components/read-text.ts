import { type Facts, textLocation } from '../rules.ts';

/** A title with a text under it, as it is read. */
export type TitledText = { title: string; content: string; cover?: { image: string; alt?: string } | null };

/** Content of a written text, without the sizes of its images. */
export function factsOfText({ title, content, cover }: TitledText): Facts {
  const text = new DOMParser().parseFromString(content, 'text/html').body;
  const all = <Kind extends Element>(selector: string) => [...text.querySelectorAll<Kind>(selector)];
  const coverPicture = cover
    ? [{ src: cover.image, alt: cover.alt ?? '', bytes: null, title: '', block: 'cover' }]
    : [];
  return {
    // The title is rendered as the first heading.
    headings: [
      { level: 1, text: title, block: 'title' },
      ...all<HTMLElement>('h1, h2, h3, h4, h5, h6').map((heading, index) => ({
        level: Math.max(2, Number(heading.tagName[1])),
        text: textOf(heading),
        block: textLocation('heading', index),
      })),
    ],
    pictures: [
      ...coverPicture,
      ...all<HTMLImageElement>('img').map((image, index) => ({
        src: image.getAttribute('src') ?? '',
        alt: image.getAttribute('alt'),
        bytes: null,
        title: textOf(image.closest('figure')?.querySelector('figcaption') ?? null),
        block: textLocation('picture', index),
      })),
    ],
    links: all<HTMLAnchorElement>('a').map((link, index) => ({
      href: link.getAttribute('href') ?? '',
      text: textOf(link) || link.querySelector('img')?.getAttribute('alt') || '',
      block: textLocation('link', index),
    })),
  };
}

const textOf = (element: Element | null) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
