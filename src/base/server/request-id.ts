import { randomUUID } from 'node:crypto';

/**
 * The name of one request of the five services: the caller's own (`x-request-id`) where it is one, else a new one.
 * It stands in the answer as `sb-request-id` and `x-request-id`, after the hosted gateway.
 */
export function requestIdOf(header: string | null | undefined): string {
  return header && /^[\w.:-]{1,128}$/.test(header) ? header : randomUUID();
}
