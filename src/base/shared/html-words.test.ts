import { expect, test } from 'vitest';
import { htmlWords } from './html-words.ts';

test.each([
  ['<p>Light from the <b>sky</b>.</p>', 'Light from the sky.'],
  ['<h2>One</h2><p>Two</p><ul><li>Three</li><li>Four</li></ul>', 'One Two Three Four'],
  ['a<br>b &amp; c &lt;d&gt; &#39;e&#x27; &nbsp; f', "a b & c <d> 'e' f"],
  ['<style>p { color: red }</style>words<script>alert(1)</script>', 'words'],
  ['<img src="/a.jpg" alt="A">', ''],
  ['&unknown; &#9999999;', '&unknown; &#9999999;'],
  ['', ''],
])('%s is read as %j', (html, words) => {
  expect(htmlWords(html)).toBe(words);
});
