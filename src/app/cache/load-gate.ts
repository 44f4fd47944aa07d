import { performance } from 'node:perf_hooks';

/** How busy a process is, is known for the last one to two of these; milliseconds. */
const SPAN_MS = 500;
/** A process that works for more of its time than this has others to answer first; it works on one thing at a time. */
const BUSY = 0.5;

export type LoadGate = {
  /**
   * For what nobody waits for: what is called when it is done, or null where there is no time for it now. One such thing is
   * done at a time: what many ask for at once would be there before the process could be seen to be busy.
   */
  take(): (() => void) | null;
  stop(): void;
};

/** Whether this process has time for what may never be looked at. Asking costs it nothing. */
export function createLoadGate(now = () => performance.eventLoopUtilization()): LoadGate {
  let [before, last] = [now(), now()];
  const timer = setInterval(() => {
    [before, last] = [last, now()];
  }, SPAN_MS);
  timer.unref();
  let isTaken = false;
  return {
    take: () => {
      if (isTaken || performance.eventLoopUtilization(now(), before).utilization > BUSY) return null;
      isTaken = true;
      return () => {
        isTaken = false;
      };
    },
    stop: () => clearInterval(timer),
  };
}
