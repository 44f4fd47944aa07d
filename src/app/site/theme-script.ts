/** Sets the kept theme, and whether a session is kept, before the first paint; small enough to stand in the page. */
export const themeScript = `var d=document.documentElement.dataset;try{d.theme=localStorage.getItem('theme')||(matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light')}catch(e){d.theme='light'}if(document.cookie.includes('sb-stoa-auth-token'))d.session=''`;

/** Remembers the button, or the link of what wakes by being pressed, that somebody presses in an island before the script of public pages is there, which then presses it. */
export const pressScript = `onclick=e=>{var b=e.target.closest?.('[data-island] button,[data-when=interaction] a:not([data-onward])');if(b&&!b.closest('[action]')){e.preventDefault();window.pressedEarly=b}}`;
