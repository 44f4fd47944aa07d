/** The page in the builder's frame. */
export function canvasDocument(): Document | null {
  return document.querySelector<HTMLIFrameElement>('.builder iframe')?.contentDocument ?? null;
}

/** Brings a block into view, once the builder has drawn it where it is now. */
export function showBlock(id: string): void {
  requestAnimationFrame(() =>
    canvasDocument()
      ?.querySelector(`[data-puck-component="${CSS.escape(id)}"]`)
      ?.scrollIntoView({ block: 'center' }),
  );
}
