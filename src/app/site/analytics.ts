type Told = { event: string; [name: string]: unknown };
type Queue = Window & { dataLayer?: unknown[]; gtag?: (...words: unknown[]) => void };

/**
 * The analytics tag (specification, section 7): a page view with the tenant's id, and what the page tells afterwards.
 * Called once, after the visitor agreed to all cookies; nothing that happened before is told.
 */
export function startAnalytics(tenantId: string, id: string | undefined): void {
  const view = window as Queue;
  view.dataLayer ??= [];
  // The tag reads the words of a call as they are handed to a function, so an array would not do.
  view.gtag ??= function gtag() {
    // biome-ignore lint/complexity/noArguments: see above
    view.dataLayer?.push(arguments);
  };
  const { gtag } = view;
  gtag('js', new Date());
  // Set for every event: the tag would look the address up by itself.
  gtag('set', { tenant_id: tenantId, page_location: toldAddress(location.href) });
  if (id) gtag('config', id, { send_page_view: false });
  gtag('event', 'page_view', {
    tenant_id: tenantId,
    page_title: document.title,
    page_location: toldAddress(location.href),
    page_path: location.pathname,
  });
  addEventListener('stoa:analytics', (event) => {
    const { event: name, ...values } = (event as CustomEvent<Told>).detail;
    gtag('event', name, { tenant_id: tenantId, ...values });
  });
}

/** Where a visitor is and by which campaign they came; a fragment or another query may be somebody's right to see something. */
export function toldAddress(href: string): string {
  const { origin, pathname, searchParams } = new URL(href);
  const campaign = new URLSearchParams([...searchParams].filter(([name]) => name.startsWith('utm_')));
  return `${origin}${pathname}${campaign.size > 0 ? `?${campaign}` : ''}`;
}
