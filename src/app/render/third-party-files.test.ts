import { describe, expect, test } from 'vitest';
import { deferThirdPartyFiles } from './third-party-files.ts';

const own = ['https://school.example', ''];

describe('what a page would load of another site', () => {
  test.each([
    ['<img src="https://else.example/a.png" alt="A"/>', '<img data-later-src="https://else.example/a.png" alt="A"/>'],
    ['<img src="http://else.example/a.png">', '<img data-later-src="http://else.example/a.png">'],
    ['<img src="//else.example/a.png">', '<img data-later-src="//else.example/a.png">'],
    ['<img src="https://school.example.evil/a">', '<img data-later-src="https://school.example.evil/a">'],
    [
      '<img alt="" srcSet="https://else.example/a.png 2x" src="/own.png">',
      '<img alt="" data-later-srcset="https://else.example/a.png 2x" src="/own.png">',
    ],
    [
      '<video poster="https://else.example/p.jpg" preload="none" src="https://else.example/film.mp4">',
      '<video data-later-poster="https://else.example/p.jpg" preload="none" src="https://else.example/film.mp4">',
    ],
    [
      '<iframe title="x" src="https://else.example/film">',
      '<iframe title="x" data-later-src="https://else.example/film">',
    ],
    [
      '<p>1 < 2</p><img alt="a < b" src="https://else.example/a.png"><img src="//else.example/b.png" srcset="//else.example/c.png">',
      '<p>1 < 2</p><img alt="a < b" data-later-src="https://else.example/a.png"><img data-later-src="//else.example/b.png" data-later-srcset="//else.example/c.png">',
    ],
    ['<link rel="preload" as="image" href="https://else.example/a.png"/>', ''],
    ['<link rel="preload" as="image" imageSrcSet="https://else.example/a.png 2x"/>', ''],
  ])('%s waits', (html, waiting) => {
    expect(deferThirdPartyFiles(html, own)).toBe(waiting);
  });

  test.each([
    '<img src="/storage/v1/object/public/a/b.png" alt="https://else.example/a.png">',
    '<img src="https://school.example/a.png">',
    '<img src="data:image/png;base64,AA==">',
    '<link rel="canonical" href="https://else.example/"/>',
    '<link rel="preload" as="image" href="/a.png"/>',
    '<a href="https://else.example/">x</a>',
    '<meta property="og:image" content="https://else.example/a.png"/>',
  ])('%s stays', (html) => {
    expect(deferThirdPartyFiles(html, own)).toBe(html);
  });
});
