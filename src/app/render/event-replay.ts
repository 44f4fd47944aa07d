/**
 * What the server drew is seen before it is alive. Until then this remembers which buttons were pressed and which keys, so
 * that nothing somebody did is lost; links need nobody. What the browser offers for installing is kept, too
 * (`base/browser/install.ts`). Small enough to stand in the page.
 */
export const eventReplayScript = `(()=>{let all=[],hear=e=>{if(e.type=='click'){let b=e.target.closest('a,button');if(b&&b.type=='button'){all=all.filter(o=>o!==b);all.push(b)}}else if(e.target===document.body&&e.key.length==1&&e.key!=' '){all.push(e);if((e.ctrlKey||e.metaKey)&&e.key=='k')e.preventDefault()}};for(let t of['click','keydown'])addEventListener(t,hear,true);window.earlyPresses=t=>{removeEventListener(t,hear,true);return all.splice(0)};addEventListener('beforeinstallprompt',e=>{e.preventDefault();window.installPrompt=e})})()`;

type Press = HTMLElement | KeyboardEvent;
/** Ends hearing one kind of them, and answers what was heard of all. */
type Early = { earlyPresses?: (kind: 'click' | 'keydown') => Press[] };

let waiting: Press[] = [];

/** From here on React hears clicks itself, and brings alive what is pressed before it is. */
export function stopEventCapture(): void {
  waiting = (window as Early).earlyPresses?.('click') ?? [];
}

/** Does what was pressed, in its order: called once, when there is somebody to hear keys too. */
export function replayEvents(): void {
  const later = (window as Early).earlyPresses?.('keydown') ?? [];
  for (const press of [...waiting.splice(0), ...later]) {
    if (press instanceof HTMLElement) press.click();
    else document.body.dispatchEvent(new KeyboardEvent('keydown', copyOf(press)));
  }
}

function copyOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): KeyboardEventInit {
  return { key, code, ctrlKey, metaKey, altKey, shiftKey, bubbles: true, cancelable: true };
}
