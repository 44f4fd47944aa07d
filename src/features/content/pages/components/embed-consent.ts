const AGREED = /(?:^|; )cookie_preference=all(?:;|$)/;

/** Lets the reader load what another site would show; at once where all cookies were agreed to. */
export function awaitConsent(box: HTMLElement): void {
  const button = box.querySelector<HTMLElement>('[data-embed-load]');
  if (AGREED.test(document.cookie)) loadEmbed(box);
  if (!button?.isConnected) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    loadEmbed(box);
    box.querySelector('iframe')?.focus();
  });
}

/** Puts the frame where the question stood. What it may do is named: it can't navigate the page it stands in. */
export function loadEmbed(box: HTMLElement): void {
  const src = box.dataset.embed ?? '';
  if (!src.startsWith('https://')) return;
  const frame = document.createElement('iframe');
  frame.src = src;
  frame.title = box.dataset.title ?? '';
  frame.loading = 'lazy';
  frame.allowFullscreen = true;
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  frame.setAttribute('allow', 'fullscreen; picture-in-picture; encrypted-media');
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-forms allow-presentation');
  box.replaceChildren(frame);
}
