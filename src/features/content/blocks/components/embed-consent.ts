const AGREED = /(?:^|; )cookie_preference=all(?:;|$)/;

/** Loads an embed once the reader consents; at once where they have accepted all cookies. */
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

/** Replaces the consent prompt with a sandboxed iframe, which can't navigate the page. */
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
