/** Hides the header notice before the first paint where it is not due or was dismissed; `data-clock` is how far the clock is ahead. */
export const noticeScript = `(function(n){var d=n.dataset,t=Date.now()+(+d.clock||0),h=0;try{h=sessionStorage.getItem('hide_header_notice')}catch(e){}if(h||d.start&&t<+d.start||d.expire&&t>=+d.expire)n.hidden=true})(document.getElementById('header-notice'))`;
