import { failures } from './failure.ts';
import type { SelectItem } from './select-grammar.ts';

/** How much one request may embed and cost. The published service has no such limits; a product with many tenants does. */
export type ReadLimits = {
  /** Embedded resources in one request. */
  embeds: number;
  /** Embedded resources inside each other. */
  depth: number;
  /** Times that one resource is embedded in one request. */
  sameResource: number;
  /** Maximum of PostgreSQL's estimated total cost, in its own units; checked if more than two resources are embedded. */
  cost: number;
};

/** From here on a request is estimated before it runs: fewer cannot multiply to much. */
const CHEAP_EMBEDS = 2;

/**
 * Checks the embedded resources of a select.
 * @returns the cost the request may have, undefined where it need not be estimated.
 * @throws {RestFailure} PGRST100
 */
export function checkEmbeds(select: readonly SelectItem[], limits: ReadLimits): number | undefined {
  const counts = new Map<string, number>();
  let total = 0;
  function visit(items: readonly SelectItem[], depth: number): void {
    for (const item of items) {
      if (item.kind !== 'embed') continue;
      const count = (counts.get(item.name) ?? 0) + 1;
      counts.set(item.name, count);
      total += 1;
      if (total > limits.embeds) throw failures.tooMuch(`A request can embed ${limits.embeds} resources, not more.`);
      if (depth >= limits.depth) throw failures.tooMuch(`Resources can be embedded ${limits.depth} deep, not deeper.`);
      if (count > limits.sameResource) {
        throw failures.tooMuch(`A request can embed the same resource ${limits.sameResource} times, not more.`);
      }
      visit(item.items, depth + 1);
    }
  }
  visit(select, 0);
  return total > CHEAP_EMBEDS ? limits.cost : undefined;
}
