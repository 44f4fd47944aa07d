/**
 * Fonts out of the page itself, there before anything is laid out. An address with the data in it would be loaded beside
 * the first paint, and move words.
 */
export const beforePaintScript = `for(let f of JSON.parse(document.getElementById('first-letters').textContent))document.fonts.add(new FontFace(f.family,Uint8Array.from(atob(f.data),c=>c.charCodeAt(0)),f.descriptors))`;

/**
 * Asks for what the first paint did without: the script of public pages, and, for later, the whole sheet and the fonts of
 * the next page. The sheet is put where its part stands once somebody does something, or something comes alive: whoever only
 * reads is spared that all is styled anew. A page that nobody looks at is not painted, and asks at once.
 */
export const afterPaintScript = `(()=>{var r=document.getElementById('first-rules'),d=r.dataset,n=0,p,make=(t,o)=>Object.assign(document.createElement(t),o),whole=wholeSheet=()=>p??=new Promise(done=>r.after(make('link',{rel:'stylesheet',href:d.sheet,onload:done,onerror:done}))),ask=f=>f&&fetch(f,{priority:'low'}).catch(()=>{}),go=()=>{if(n++)return;document.head.append(make('script',{type:'module',src:d.script}));ask(d.sheet);setTimeout(()=>d.fonts.split(' ').map(ask),1e3)};for(let e of['pointerdown','keydown','focusin','scroll'])addEventListener(e,whole,{once:true,passive:true,capture:true});if(document.hidden||!window.PerformanceObserver?.supportedEntryTypes?.includes('paint'))go();else{new PerformanceObserver(l=>l.getEntriesByName('first-contentful-paint')[0]&&go()).observe({type:'paint',buffered:true});addEventListener('visibilitychange',go,{capture:true})}})()`;
