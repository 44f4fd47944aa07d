/** What the builder's own parts get wrong for assistive technology, put right as they appear and change. */
type Repair = { parts: string; mend: (part: Element) => void };

const ROW = '[class*="_ArrayFieldItem-summary_"]';
const ADD_ROW = '[class*="_ArrayField-addButton_"]';

/** What can be dragged is described in English, by keys that move nothing here: what moves it are buttons with words of their own. */
const undescribed: Repair = {
  parts: '[aria-describedby^="dnd-kit"]',
  mend: (part) => {
    part.removeAttribute('aria-describedby');
    part.removeAttribute('aria-roledescription');
  },
};

/** Keeps every repair true below a root, as long as the answer has not been called. */
function keepMended(root: Element, repairs: readonly Repair[]): () => void {
  const mendAll = () => {
    for (const { parts, mend } of repairs) for (const part of root.querySelectorAll(parts)) mend(part);
  };
  mendAll();
  const observer = new MutationObserver(mendAll);
  observer.observe(root, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['role', 'aria-pressed', 'aria-label', 'aria-describedby', 'data-puck-dnd'],
  });
  return () => observer.disconnect();
}

type FrameWords = {
  zoom: string;
  addRow: string;
  /** What a kind of block is for. */
  textOf: (type: string) => string;
};

/**
 * Of the frame around the page: its spinner, its list of sizes, and the rows of a field. A row can be dragged, opened
 * and removed: it is a group, which Enter opens. Until the page stands in it the builder is busy.
 */
export function mendFrame(builder: HTMLElement, words: FrameWords): () => void {
  const open = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLElement) || !event.target.matches(ROW)) return;
    event.preventDefault();
    event.stopPropagation();
    event.target.click();
  };
  builder.addEventListener('keydown', open, true);
  builder.ariaBusy = 'true';
  const stop = keepMended(builder, [
    undescribed,
    { parts: 'iframe', mend: () => builder.removeAttribute('aria-busy') },
    { parts: 'span[aria-label]:not([role])', mend: (spinner) => spinner.setAttribute('role', 'img') },
    {
      parts: '[data-puck-drawer-item][aria-pressed]',
      mend: (onShelf) => onShelf.removeAttribute('aria-pressed'),
    },
    {
      // What was looked for says itself what it is for.
      parts: '[data-testid^="drawer-item:"]:not([aria-description], :has(.help))',
      mend: (onShelf) =>
        onShelf.setAttribute(
          'aria-description',
          words.textOf(onShelf.getAttribute('data-testid')?.split(':')[1] ?? ''),
        ),
    },
    {
      parts: 'select:not([id]):not([aria-label])',
      mend: (sizes) => sizes.setAttribute('aria-label', words.zoom),
    },
    {
      // A line of the outline holds buttons, so it is none itself.
      parts: '[class*="_Layer-inner_"]:is([role="button"], [aria-pressed])',
      mend: (line) => {
        line.setAttribute('role', 'group');
        line.removeAttribute('aria-pressed');
        line.setAttribute('aria-label', line.textContent?.trim() ?? '');
      },
    },
    { parts: `${ADD_ROW}:not([aria-label])`, mend: (button) => button.setAttribute('aria-label', words.addRow) },
    {
      parts: `${ROW}[role="button"], ${ROW}[aria-pressed]`,
      mend: (row) => {
        row.setAttribute('role', 'group');
        row.removeAttribute('aria-pressed');
        row.setAttribute('aria-label', row.textContent?.trim() ?? '');
      },
    },
  ]);
  return () => {
    stop();
    builder.removeEventListener('keydown', open, true);
  };
}

/**
 * Of the page in the frame: a block that can be dragged holds links and buttons, so it is a group with the name of
 * its kind and no button itself, which Enter chooses. Dragging asks for no role.
 */
export function mendCanvas(canvas: HTMLElement, nameOf: (kind: string) => string | undefined): () => void {
  const choose = (event: KeyboardEvent) => {
    const block = event.target as HTMLElement;
    if (event.key !== 'Enter' || !block.matches?.('[data-puck-component]')) return;
    event.preventDefault();
    block.click();
  };
  canvas.addEventListener('keydown', choose);
  const stop = keepMended(canvas, [
    undescribed,
    {
      parts: '[data-puck-component][role="button"], [data-puck-component][aria-pressed]',
      mend: (block) => {
        block.setAttribute('role', 'group');
        block.removeAttribute('aria-pressed');
        // An id is its kind, a hyphen, and a number or letters of the builder's, which hold hyphens too.
        const kind = block.getAttribute('data-puck-component')?.split('-')[0] ?? '';
        block.setAttribute('aria-label', nameOf(kind) ?? kind);
      },
    },
  ]);
  return () => {
    stop();
    canvas.removeEventListener('keydown', choose);
  };
}
