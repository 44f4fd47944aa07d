/** The document of the builder's iframe. */
export function canvasDocument(): Document | null {
  return document.querySelector<HTMLIFrameElement>('.builder iframe')?.contentDocument ?? null;
}

/** Scrolls a block into view, once the builder has rendered it at its new position. */
export function scrollToBlock(id: string): void {
  requestAnimationFrame(() =>
    canvasDocument()
      ?.querySelector(`[data-puck-component="${CSS.escape(id)}"]`)
      ?.scrollIntoView({ block: 'center' }),
  );
}
