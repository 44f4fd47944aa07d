import { RateLimiterMemory } from 'rate-limiter-flexible';
import { errors } from '#base/shared/errors.ts';

/** The account and visitor of a statement, for fair sharing of connections. */
export type Lane = {
  /** The account whose host received the request. */
  account: string;
  /** The signed-in person, or a visitor's network address on this account: a whole school may share one. */
  visitor: string;
  /** Statement timeout of this lane. */
  timeoutMs: number;
};

export type LaneLimits = {
  /** Connections that all lanes may hold together. */
  total: number;
  perAccount: number;
  perVisitor: number;
  /** Statements of one visitor that may queue for a connection. */
  waitingPerVisitor: number;
  /** The longest a statement waits in the queue. */
  maxWaitMs: number;
  /** Connection time one visitor may use in each window. */
  budgetMs: number;
  windowSeconds: number;
};

export type Lanes = {
  /**
   * Runs `work`, which takes a connection, when its lane may.
   * @throws {AppError} 429 `too_many_requests` with Retry-After: queue full, waited too long, or budget used up.
   */
  run<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result>;
};

/** The limits for a pool of `size` connections: a quarter stays free for quick reads, and no account gets more than half. */
export function laneLimitsFor(size: number): LaneLimits {
  const total = Math.max(2, Math.floor(size * 0.75));
  return {
    total,
    perAccount: Math.ceil(total / 2),
    perVisitor: Math.ceil(total / 4),
    waitingPerVisitor: 60,
    maxWaitMs: 5_000,
    budgetMs: 15_000,
    windowSeconds: 30,
  };
}

type Waiter = { lane: Lane; start(): void };

/**
 * Hands out connections fairly: limits by visitor and account, and among waiting statements the account that holds the
 * fewest connections goes first, so one account's slow statements never delay another account by more than its own.
 */
export function createLanes(limits: LaneLimits): Lanes {
  let running = 0;
  const byAccount = new Counter();
  const byVisitor = new Counter();
  const waitingByVisitor = new Counter();
  const waiters: Waiter[] = [];
  const budget = createBudget(limits);

  const hasRoom = ({ account, visitor }: Lane) =>
    running < limits.total && byAccount.of(account) < limits.perAccount && byVisitor.of(visitor) < limits.perVisitor;

  function hold(lane: Lane, by: 1 | -1): void {
    running += by;
    byAccount.add(lane.account, by);
    byVisitor.add(lane.visitor, by);
  }

  function startNext(): void {
    let next: Waiter | undefined;
    for (const waiter of waiters) {
      if (!hasRoom(waiter.lane)) continue;
      if (!next || byAccount.of(waiter.lane.account) < byAccount.of(next.lane.account)) next = waiter;
    }
    if (!next) return;
    waiters.splice(waiters.indexOf(next), 1);
    hold(next.lane, 1);
    next.start();
  }

  async function enter(lane: Lane): Promise<void> {
    if (hasRoom(lane)) return hold(lane, 1);
    if (waitingByVisitor.of(lane.visitor) >= limits.waitingPerVisitor) throw errors.tooMany(1);
    waitingByVisitor.add(lane.visitor, 1);
    try {
      await queued(waiters, lane, limits.maxWaitMs);
    } finally {
      waitingByVisitor.add(lane.visitor, -1);
    }
  }

  return {
    run: async (lane, work) => {
      await budget.check(lane.visitor);
      await enter(lane);
      const start = performance.now();
      try {
        // The visitor's other statements may have used up the budget meanwhile.
        await budget.check(lane.visitor);
        return await work();
      } finally {
        hold(lane, -1);
        await budget.spend(lane.visitor, Math.round(performance.now() - start));
        startNext();
      }
    },
  };
}

/** The connection time a visitor may use in each window. */
function createBudget({ budgetMs, windowSeconds }: LaneLimits) {
  const budget = new RateLimiterMemory({ points: budgetMs, duration: windowSeconds });
  return {
    check: async (visitor: string): Promise<void> => {
      const spent = await budget.get(visitor);
      if (spent && spent.consumedPoints >= budgetMs) throw errors.tooMany(Math.ceil(spent.msBeforeNext / 1000));
    },
    spend: async (visitor: string, usedMs: number): Promise<void> => {
      if (usedMs > 0) await budget.penalty(visitor, usedMs);
    },
  };
}

/** Waits in the queue until it is started. @throws {AppError} where that takes too long. */
function queued(waiters: Waiter[], lane: Lane, maxWaitMs: number): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const waiter = { lane, start: resolve };
    const timer = setTimeout(() => {
      const index = waiters.indexOf(waiter);
      if (index < 0) return;
      waiters.splice(index, 1);
      reject(errors.tooMany(Math.ceil(maxWaitMs / 1000)));
    }, maxWaitMs);
    waiter.start = () => {
      clearTimeout(timer);
      resolve();
    };
    waiters.push(waiter);
  });
}

/** A counter map that drops a key at zero, so that it holds only keys in use. */
class Counter {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, by: 1 | -1): void {
    const count = this.of(key) + by;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}
