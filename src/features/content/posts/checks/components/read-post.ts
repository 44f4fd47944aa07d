import { type Facts, inText, type Looked } from '../rules.ts';

/** Content of a rendered post, without the sizes of its images. */
export function factsOf(post: Looked): Facts {
  const text = new DOMParser().parseFromString(post.content, 'text/html').body;
  const all = <Kind extends Element>(selector: string) => [...text.querySelectorAll<Kind>(selector)];
  const cover = post.cover
    ? [{ src: post.cover.image, alt: post.cover.alt ?? '', bytes: null, title: '', block: 'cover' }]
    : [];
  return {
    // The title is rendered as the first heading.
    headings: [
      { level: 1, text: post.title, block: 'title' },
      ...all<HTMLElement>('h1, h2, h3, h4, h5, h6').map((one, index) => ({
        level: Math.max(2, Number(one.tagName[1])),
        text: wordsIn(one),
        block: inText('heading', index),
      })),
    ],
    pictures: [
      ...cover,
      ...all<HTMLImageElement>('img').map((one, index) => ({
        src: one.getAttribute('src') ?? '',
        alt: one.getAttribute('alt'),
        bytes: null,
        title: wordsIn(one.closest('figure')?.querySelector('figcaption') ?? null),
        block: inText('picture', index),
      })),
    ],
    links: all<HTMLAnchorElement>('a').map((one, index) => ({
      href: one.getAttribute('href') ?? '',
      text: wordsIn(one) || one.querySelector('img')?.getAttribute('alt') || '',
      block: inText('link', index),
    })),
  };
}

const wordsIn = (one: Element | null) => (one?.textContent ?? '').replace(/\s+/g, ' ').trim();
