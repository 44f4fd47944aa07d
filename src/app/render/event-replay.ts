/**
 * Records clicks on buttons and key presses between the server-rendered HTML and its hydration, so that none is lost; links
 * work by themselves. Also keeps the browser's install prompt (`base/browser/install.ts`). Small enough to inline.
 */
export const eventReplayScript = `(()=>{let all=[],part='*',hear=e=>{if(e.type=='click'){let b=e.target.closest('a,button');if(b&&b.type=='button'&&b.closest(part)){all=all.filter(o=>o!==b);all.push(b)}}else if(e.target===document.body&&e.key.length==1&&e.key!=' '){all.push(e);if((e.ctrlKey||e.metaKey)&&e.key=='k')e.preventDefault()}};for(let t of['click','keydown'])addEventListener(t,hear,true);window.earlyPresses=(t,p)=>{if(p)part=p;else removeEventListener(t,hear,true);return all.splice(0)};addEventListener('beforeinstallprompt',e=>{e.preventDefault();window.installPrompt=e})})()`;

type Press = HTMLElement | KeyboardEvent;
/**
 * Returns what was recorded of both kinds since the last call. `part` goes on recording clicks, in elements that match it; without
 * it one kind is not recorded any more.
 */
type EarlyWindow = { earlyPresses?: (kind: 'click' | 'keydown', part?: string) => Press[] };

/** What the shell hydrates after the screen. */
const SHELL_PARTS = '.side *, .topbar *';

let presses: Press[] = [];

const take = (kind: 'click' | 'keydown', part?: string) => {
  presses.push(...((window as EarlyWindow).earlyPresses?.(kind, part) ?? []));
};

/** From here on React replays clicks itself, except those on parts whose code is not loaded yet. */
export function stopScreenCapture(): void {
  take('click', SHELL_PARTS);
}

/** The code of the shell is loaded. */
export function stopShellCapture(): void {
  if (typeof document !== 'undefined') take('click');
}

const isOfShell = (press: Press) => !(press instanceof HTMLElement) || press.matches(SHELL_PARTS);

/** Replays the clicks on the screen, in their order. */
export function replayScreenEvents(): void {
  replay(presses.filter((press) => !isOfShell(press)));
  presses = presses.filter(isOfShell);
}

/** Replays everything else: called once, when the shortcuts listen too. */
export function replayShellEvents(): void {
  take('keydown');
  replay(presses.splice(0));
}

function replay(recorded: readonly Press[]): void {
  for (const press of recorded) {
    if (press instanceof HTMLElement) press.click();
    else document.body.dispatchEvent(new KeyboardEvent('keydown', copyOf(press)));
  }
}

function copyOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): KeyboardEventInit {
  return { key, code, ctrlKey, metaKey, altKey, shiftKey, bubbles: true, cancelable: true };
}
