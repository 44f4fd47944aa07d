/**
 * Loads the inlined fonts before the first layout. A data URL in a rule would be loaded beside the first paint and shift
 * the text.
 */
export const beforePaintScript = `for(let f of JSON.parse(document.getElementById('first-letters').textContent))document.fonts.add(new FontFace(f.family,Uint8Array.from(atob(f.data),c=>c.charCodeAt(0)),f.descriptors))`;

/**
 * Loads after the first paint what it did without: the script of public pages and, with low priority, the full stylesheet
 * and, once it has loaded, the fonts of the next page. The full sheet replaces the critical CSS at the first interaction or hydration, so that
 * mere readers are spared restyling everything. A hidden page is never painted and loads at once.
 */
export const afterPaintScript = `(()=>{var r=document.getElementById('first-rules'),d=r.dataset,n=0,p,make=(t,o)=>Object.assign(document.createElement(t),o),f,whole=wholeSheet=()=>p??=new Promise(done=>r.after(make('link',{rel:'stylesheet',href:d.sheet,onload:done,onerror:done}))),ask=f=>f&&fetch(f,{priority:'low'}).catch(()=>{}),go=()=>{if(n++)return;document.head.append(make('script',{type:'module',src:d.script}));ask(d.sheet);f=()=>setTimeout(()=>d.fonts.split(' ').map(ask),1e3);document.readyState=='complete'?f():addEventListener('load',f)};for(let e of['pointerdown','keydown','focusin','scroll'])addEventListener(e,whole,{once:true,passive:true,capture:true});if(document.hidden||!window.PerformanceObserver?.supportedEntryTypes?.includes('paint'))go();else{new PerformanceObserver(l=>l.getEntriesByName('first-contentful-paint')[0]&&go()).observe({type:'paint',buffered:true});addEventListener('visibilitychange',go,{capture:true})}})()`;
