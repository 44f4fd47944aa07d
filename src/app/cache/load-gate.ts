import { performance } from 'node:perf_hooks';

/** Utilization is measured over the last one to two of these; milliseconds. */
const SPAN_MS = 500;
/** Above this utilization of the event loop, requests that somebody waits for go first. */
const MAX_UTILIZATION = 0.5;

export type LoadGate = {
  /**
   * For work nobody waits for: a function that releases the gate, or null while the process is busy. One such work runs at
   * a time: many at once would begin before the utilization shows them.
   */
  take(): (() => void) | null;
  stop(): void;
};

/** Admits speculative work (prefetches) only while this process is idle enough. */
export function createLoadGate(now = () => performance.eventLoopUtilization()): LoadGate {
  let [before, last] = [now(), now()];
  const timer = setInterval(() => {
    [before, last] = [last, now()];
  }, SPAN_MS);
  timer.unref();
  let isTaken = false;
  return {
    take: () => {
      if (isTaken || performance.eventLoopUtilization(now(), before).utilization > MAX_UTILIZATION) return null;
      isTaken = true;
      return () => {
        isTaken = false;
      };
    },
    stop: () => clearInterval(timer),
  };
}
