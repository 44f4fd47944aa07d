/** Repairs ARIA roles and names in Puck's own markup, whenever it is rendered. */
type Repair = { parts: string; apply: (part: Element) => void };

const ROW = '[class*="_ArrayFieldItem-summary_"]';
const ADD_ROW = '[class*="_ArrayField-addButton_"]';

/**
 * dnd-kit describes draggables in English, with keyboard shortcuts that don't work here: our buttons move blocks
 * instead.
 */
const withoutDescription: Repair = {
  parts: '[aria-describedby^="dnd-kit"]',
  apply: (part) => {
    part.removeAttribute('aria-describedby');
    part.removeAttribute('aria-roledescription');
  },
};

/** Applies the repairs below a root and on every mutation; returns a function that stops it. */
function keepRepaired(root: Element, repairs: readonly Repair[]): () => void {
  const applyAll = () => {
    for (const { parts, apply: mend } of repairs) for (const part of root.querySelectorAll(parts)) mend(part);
  };
  applyAll();
  const observer = new MutationObserver(applyAll);
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
  /** Description of a block type. */
  textOf: (type: string) => string;
};

/**
 * Repairs the frame around the canvas: spinner, viewport selection and list rows. A row can be dragged, opened and
 * removed, so it is a group that Enter opens. The builder is busy until the page is rendered.
 */
export function repairFrame(builder: HTMLElement, words: FrameWords): () => void {
  const open = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLElement) || !event.target.matches(ROW)) return;
    event.preventDefault();
    event.stopPropagation();
    event.target.click();
  };
  builder.addEventListener('keydown', open, true);
  builder.ariaBusy = 'true';
  const stop = keepRepaired(builder, [
    withoutDescription,
    { parts: 'iframe', apply: () => builder.removeAttribute('aria-busy') },
    { parts: 'span[aria-label]:not([role])', apply: (spinner) => spinner.setAttribute('role', 'img') },
    {
      parts: '[data-puck-drawer-item][aria-pressed]',
      apply: (onShelf) => onShelf.removeAttribute('aria-pressed'),
    },
    {
      // A search result includes its description already.
      parts: '[data-testid^="drawer-item:"]:not([aria-description], :has(.help))',
      apply: (onShelf) =>
        onShelf.setAttribute(
          'aria-description',
          words.textOf(onShelf.getAttribute('data-testid')?.split(':')[1] ?? ''),
        ),
    },
    {
      parts: 'select[class*="_ViewportControls-zoomSelect_"]:not([aria-label])',
      apply: (sizes) => sizes.setAttribute('aria-label', words.zoom),
    },
    {
      // A row of the outline contains buttons, so it must not be one itself.
      parts: '[class*="_Layer-inner_"]:is([role="button"], [aria-pressed])',
      apply: (line) => {
        line.setAttribute('role', 'group');
        line.removeAttribute('aria-pressed');
        line.setAttribute('aria-label', line.textContent?.trim() ?? '');
      },
    },
    { parts: `${ADD_ROW}:not([aria-label])`, apply: (button) => button.setAttribute('aria-label', words.addRow) },
    {
      parts: `${ROW}[role="button"], ${ROW}[aria-pressed]`,
      apply: (row) => {
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
 * Repairs the canvas: a draggable block contains links and buttons, so it becomes a group named by its type instead of
 * a button; Enter selects it. Dragging needs no role.
 */
export function repairCanvas(canvas: HTMLElement, nameOf: (kind: string) => string | undefined): () => void {
  const choose = (event: KeyboardEvent) => {
    const block = event.target as HTMLElement;
    if (event.key !== 'Enter' || !block.matches?.('[data-puck-component]')) return;
    event.preventDefault();
    block.click();
  };
  canvas.addEventListener('keydown', choose);
  const stop = keepRepaired(canvas, [
    withoutDescription,
    {
      parts: '[data-puck-component][role="button"], [data-puck-component][aria-pressed]',
      apply: (block) => {
        block.setAttribute('role', 'group');
        block.removeAttribute('aria-pressed');
        // A block id is its type, a hyphen, and a suffix that may hold hyphens too.
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
