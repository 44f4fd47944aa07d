import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

/** Put into every document that is looked at, once; documents of one window may tell each other what they found. */
const SCANNER = `if (!window.axe) { ${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] }); }`;

export type Scan = {
  /** Selectors: what is looked at, else everything, and what is passed by. */
  within?: string;
  without?: string;
  /** The names of the rules that count, else all. */
  rules?: string[];
};

/**
 * What assistive technology would stumble over on a page as it stands, one text for each place; empty where there is
 * nothing. The scanner is asked in the page: its driver for browsers reads it anew at every question, names every place
 * where nothing is wrong and adds it all up in a window of its own, which takes eight times as long.
 */
export async function barriersOf(page: Page, { within, without, rules }: Scan = {}): Promise<string[]> {
  const inner = page.frames().filter((frame) => frame !== page.mainFrame());
  // What a frame shows may be gone or out of reach by now: the scanner says so of the frame.
  await Promise.all([page.evaluate(SCANNER), ...inner.map((frame) => putInto(frame, without).catch(() => {}))]);
  const violations = await page.evaluate(
    async ({ context, options }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      return (await axe.run(context, options)).violations;
    },
    {
      context: { ...(within ? { include: [[within]] } : {}), exclude: without ? [[without]] : [] },
      options: {
        resultTypes: ['violations' as const],
        ...(rules ? { runOnly: { type: 'rule' as const, values: rules } } : {}),
      },
    },
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html.slice(0, 500)}\n  ${failureSummary ?? ''}`),
  );
}

async function putInto(frame: Frame, without: string | undefined): Promise<void> {
  const element = await frame.frameElement();
  const isPassedBy =
    without && (await element.evaluate((one, selector) => (one as Element).matches(selector), without));
  if (!isPassedBy) await frame.evaluate(SCANNER);
}
