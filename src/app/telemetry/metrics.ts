import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { isFromThisMachine } from '#base/server/request-origin.ts';
import { isSame } from '#base/server/tokens.ts';
import { readBearer } from '#base/shared/bearer.ts';

export type Metrics = (request: Request) => Promise<Response>;

/** Prometheus text, for requests from this machine or with METRICS_TOKEN. */
export function createMetrics(options: {
  pages: { size: number; bytes: number };
  rendering: { renders: number; seconds: number; readingSeconds: number };
  token?: string;
}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'stoa_cached_pages',
    help: 'Public pages held ready.',
    registers: [registry],
    collect() {
      this.set(options.pages.size);
    },
  });
  new Gauge({
    name: 'stoa_cached_pages_bytes',
    help: 'Memory they hold; PAGE_CACHE_MB bounds it.',
    registers: [registry],
    collect() {
      this.set(options.pages.bytes);
    },
  });
  const counters = [
    ['renders', 'stoa_page_renders_total', 'Pages rendered, not taken from the cache.'],
    ['seconds', 'stoa_page_render_seconds_total', 'Time spent rendering, reads included.'],
    ['readingSeconds', 'stoa_page_render_reading_seconds_total', 'Of it, time in which a read was under way.'],
  ] as const;
  for (const [stat, name, help] of counters) {
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(options.rendering[stat]);
      },
    });
  }
  return async (request) => {
    const bearer = readBearer(request.headers.get('authorization'));
    const isAllowed =
      isFromThisMachine(request.headers) ||
      (options.token && bearer.kind === 'token' && isSame(bearer.token, options.token));
    if (!isAllowed)
      return new Response('Metrics are for this machine, or for the holder of METRICS_TOKEN.\n', { status: 403 });
    return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } });
  };
}
