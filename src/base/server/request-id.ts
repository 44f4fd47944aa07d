import { randomUUID } from 'node:crypto';

/**
 * The id of a request to one of the five services: the caller's `x-request-id` where it is valid, else a new one. The
 * response has it as `sb-request-id` and `x-request-id`, like the hosted gateway.
 */
export function requestIdOf(header: string | null | undefined): string {
  return header && /^[\w.:-]{1,128}$/.test(header) ? header : randomUUID();
}
