/**
 * What cannot wait for our script, small enough to stand in the page: the kept theme, and whether a session is kept, before
 * the first paint; and the button somebody presses in an island before that script is there, which then presses it again.
 */
export const themeScript = `var d=document.documentElement.dataset;try{d.theme=localStorage.getItem('theme')||(matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light')}catch(e){d.theme='light'}if(document.cookie.includes('sb-stoa-auth-token'))d.session='';onclick=e=>{var b=e.target.closest?.('[data-island] button');if(b&&!b.closest('[action]')){e.preventDefault();window.pressedEarly=b}}`;
