type AnalyticsEvent = { event: string; [name: string]: unknown };
type Queue = Window & { dataLayer?: unknown[]; gtag?: (...args: unknown[]) => void };

/**
 * Starts the analytics tag (specification, section 7): a page view with the tenant's id, and later events of the page.
 * Called once, after consent to all cookies; nothing from before is sent.
 */
export function startAnalytics(tenantId: string, id: string | undefined): void {
  const view = window as Queue;
  view.dataLayer ??= [];
  // The tag expects an `arguments` object, not an array.
  view.gtag ??= function gtag() {
    // biome-ignore lint/complexity/noArguments: see above
    view.dataLayer?.push(arguments);
  };
  const { gtag } = view;
  gtag('js', new Date());
  // Set for every event, else the tag would read the URL by itself.
  gtag('set', { tenant_id: tenantId, page_location: reportedUrl(location.href) });
  if (id) gtag('config', id, { send_page_view: false });
  gtag('event', 'page_view', {
    tenant_id: tenantId,
    page_title: document.title,
    page_location: reportedUrl(location.href),
    page_path: location.pathname,
  });
  addEventListener('stoa:analytics', (event) => {
    const { event: name, ...values } = (event as CustomEvent<AnalyticsEvent>).detail;
    gtag('event', name, { tenant_id: tenantId, ...values });
  });
}

/** The URL with its campaign parameters alone: a fragment or another parameter may be a secret. */
export function reportedUrl(href: string): string {
  const { origin, pathname, searchParams } = new URL(href);
  const campaign = new URLSearchParams([...searchParams].filter(([name]) => name.startsWith('utm_')));
  return `${origin}${pathname}${campaign.size > 0 ? `?${campaign}` : ''}`;
}
