/**
 * Records clicks on buttons and key presses between the server-rendered HTML and its hydration, so that none is lost; links
 * work by themselves. Also keeps the browser's install prompt (`base/browser/install.ts`). Small enough to inline.
 */
export const eventReplayScript = `(()=>{let all=[],hear=e=>{if(e.type=='click'){let b=e.target.closest('a,button');if(b&&b.type=='button'){all=all.filter(o=>o!==b);all.push(b)}}else if(e.target===document.body&&e.key.length==1&&e.key!=' '){all.push(e);if((e.ctrlKey||e.metaKey)&&e.key=='k')e.preventDefault()}};for(let t of['click','keydown'])addEventListener(t,hear,true);window.earlyPresses=t=>{removeEventListener(t,hear,true);return all.splice(0)};addEventListener('beforeinstallprompt',e=>{e.preventDefault();window.installPrompt=e})})()`;

type Press = HTMLElement | KeyboardEvent;
/** `earlyPresses` stops recording one kind of event and returns what was recorded of both. */
type EarlyWindow = { earlyPresses?: (kind: 'click' | 'keydown') => Press[] };

let clicks: Press[] = [];

/** From here on React replays clicks itself. */
export function stopEventCapture(): void {
  clicks = (window as EarlyWindow).earlyPresses?.('click') ?? [];
}

/** Replays what was recorded, in its order: called once, when the shortcuts listen too. */
export function replayEvents(): void {
  const keys = (window as EarlyWindow).earlyPresses?.('keydown') ?? [];
  for (const press of [...clicks.splice(0), ...keys]) {
    if (press instanceof HTMLElement) press.click();
    else document.body.dispatchEvent(new KeyboardEvent('keydown', copyOf(press)));
  }
}

function copyOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): KeyboardEventInit {
  return { key, code, ctrlKey, metaKey, altKey, shiftKey, bubbles: true, cancelable: true };
}
