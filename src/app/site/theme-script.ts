import { SESSION_COOKIE } from '#base/shared/session-cookie.ts';

/** Sets the kept theme, and whether a session is kept, before the first paint; small enough to stand in the page. */
export const themeScript = `var d=document.documentElement.dataset;try{d.theme=localStorage.getItem('theme')||(matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light')}catch(e){d.theme='light'}if(document.cookie.includes('${SESSION_COOKIE}'))d.session=''`;

/**
 * Remembers the buttons, and the links of what wakes by being pressed, that somebody presses before the script of public
 * pages is there, which then presses them in that order; and the fields that are filled in, whose forms it then wakes. What a
 * browser does by itself it does at once.
 */
export const pressScript = `pressedEarly=[];oninput=e=>pressedEarly.push(e.target);onclick=e=>{var b=e.target.closest?.('[data-island] button,button[type=button]:not([popovertarget]),[data-when=interaction] a:not([data-onward])');if(b&&!b.closest('[action]')){e.preventDefault();pressedEarly.push(b)}}`;

/** A narrow way: megabits a second, where a browser tells; else how long the document was on its way, in milliseconds. */
const NARROW_MBIT = 2;
const SLOW_MS = 200;
/** So long after all has loaded, its fonts come for the next page. */
const LATER_MS = 5_000;

/**
 * Fetches the fonts of the dashboard with its first line, as its preloads would. Over a slow way they would come too late for the
 * first paint, which is then in the machine's own, and hold up the code: there they come once the page is at rest, and are used
 * from the next page on, when they are at hand. Which are at hand is kept as `fonts`.
 */
export function fontScript(files: readonly string[]): string {
  return `((f,e)=>{var k=f.join(),s,w=performance.getEntriesByType('navigation')[0],h;try{s=localStorage;h=s.getItem('fonts')===k}catch(_){}var a=()=>f.forEach(u=>document.head.append(Object.assign(document.createElement('link'),{rel:'preload',as:'font',type:'font/woff2',crossOrigin:'anonymous',fetchPriority:'low',href:u,onload(){try{s.setItem('fonts',k)}catch(_){}}})));var c=navigator.connection;if(h||!(c?c.downlink<${NARROW_MBIT}:w?.responseStart-w?.requestStart>${SLOW_MS}))a();else{e.dataset.plain='';addEventListener('load',()=>setTimeout(a,${LATER_MS}))}})(${JSON.stringify(files)},document.documentElement)`;
}
