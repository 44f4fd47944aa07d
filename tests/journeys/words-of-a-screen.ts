/** Functions that run in the page. Each stands by itself: the browser is given its text alone. */

/** What is read or heard on the screen with letters of the plain alphabet: neither marked nor an address. */
export function plainWords(): string[] {
  const found = new Set<string>();
  // An excerpt of a search is put together of parts of a text, and stands nowhere as it is shown.
  const passedBy =
    'script, style, noscript, code, pre, kbd, iframe, svg, [contenteditable="true"], [translate="no"], .search-text';
  // Written by Intl in the language at hand: dates, times, how long ago, sizes.
  const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';
  const byIntl = new RegExp(
    `(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?${month}(?: \\d{1,2})?(?:,? \\d{4})?(?:,? (?:at )?\\d{1,2}:\\d\\d(?::\\d\\d)?\\s?[AP]M)?` +
      '|\\d{1,2}:\\d\\d\\s?[AP]M|(?<![A-Za-z])(?:in )?\\d+ (?:sec|min|hr|hour|day|week|wk|mo|month|yr|year)s?\\.?(?: ago)?|\\d+ (?:byte|[kMG]B)',
    'g',
  );
  const addresses =
    /(?:https?:\/\/|www\.)\S*|(?<=^|\s)\/\S*|\S+@\S+|\S+\.(?:test|localhost|org|com|webp|jpg|png|pdf|csv|zip|mp4)\S*|Mozilla\/.*/g;
  const add = (text: string | null) => {
    for (const part of (text ?? '')
      .replace(addresses, '\n')
      .replace(byIntl, '\n')
      .split(/[⟦⟧~·\n]+|(?![A-Za-z])\p{L}+/u)) {
      const words = part.replace(/\s+/g, ' ').trim();
      if (/[A-Za-z]{3}/.test(words)) found.add(words.replace(/^[^A-Za-z]+|[^A-Za-z]+$/g, ''));
    }
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent && !parent.closest(passedBy) && parent.checkVisibility()) add(node.textContent);
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])
    for (const element of document.body.querySelectorAll(`[${name}]`))
      if (!element.closest(passedBy) && element.checkVisibility()) add(element.getAttribute(name));
  add(document.title);
  return [...found];
}

/** Texts of the product, not of its data, that their box does not show whole. */
export function cutOff(): string[] {
  const found: string[] = [];
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && /[⟦⟧]/.test(node.textContent ?? ''));
    if (!own || !element.checkVisibility() || element.clientWidth < 3 || element.closest('[title]')) continue;
    const style = getComputedStyle(element);
    const isWide = style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
    const isHigh = style.overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2;
    if (isWide || isHigh) found.push(`${element.innerText.slice(0, 60)} (${element.tagName} ${element.className})`);
  }
  return found;
}
