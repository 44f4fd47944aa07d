/** Sets the kept theme, and whether a session is kept, before the first paint; small enough to stand in the page. */
export const themeScript = `var d=document.documentElement.dataset;try{d.theme=localStorage.getItem('theme')||(matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light')}catch(e){d.theme='light'}if(document.cookie.includes('sb-stoa-auth-token'))d.session=''`;
