import { SESSION_COOKIE } from '#base/shared/session-cookie.ts';

/** Sets the kept theme, and whether a session is kept, before the first paint; small enough to stand in the page. */
export const themeScript = `var d=document.documentElement.dataset;try{d.theme=localStorage.getItem('theme')||(matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light')}catch(e){d.theme='light'}if(document.cookie.includes('${SESSION_COOKIE}'))d.session=''`;

/**
 * Remembers the buttons, and the links of what wakes by being pressed, that somebody presses before the script of public
 * pages is there, which then presses them in that order; and the fields that are filled in, whose forms it then wakes. What a
 * browser does by itself it does at once.
 */
export const pressScript = `pressedEarly=[];oninput=e=>pressedEarly.push(e.target);onclick=e=>{var b=e.target.closest?.('[data-island] button,button[type=button]:not([popovertarget]),[data-when=interaction] a:not([data-onward])');if(b&&!b.closest('[action]')){e.preventDefault();pressedEarly.push(b)}}`;
