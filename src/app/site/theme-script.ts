import { SESSION_COOKIE } from '#base/shared/session-cookie.ts';

/** Sets the stored theme, and whether there is a session, before the first paint; small enough to inline. */
export const themeScript = `var d=document.documentElement.dataset;try{d.theme=localStorage.getItem('theme')||(matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light')}catch(e){d.theme='light'}if(document.cookie.includes('${SESSION_COOKIE}'))d.session=''`;

/**
 * Records buttons, and links of islands that hydrate on press, pressed before the script of public pages runs, which then
 * replays them in order; and filled-in fields, whose forms it then hydrates. The browser's own behaviour is not delayed. Passes the
 * e-mail typed at sign-in on to the recovery page and back, in the fragment, which is sent to no server.
 */
export const pressScript = `pressedEarly=[];oninput=e=>pressedEarly.push(e.target);onclick=e=>{var b=e.target.closest?.('[data-island] button,button[type=button]:not([popovertarget]),[data-when=interaction] a:not([data-onward])');if(b&&!b.closest('[action]')){e.preventDefault();pressedEarly.push(b)}};addEventListener('click',e=>{var l=e.target.closest?.('a[data-carries-email]'),f=l&&document.querySelector('input[name=email]');if(f)l.hash=f.value&&'email='+encodeURIComponent(f.value.trim())})`;
