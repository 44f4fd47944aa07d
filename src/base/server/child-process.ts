import type { ChildProcess } from 'node:child_process';

export type SupervisedProcess = {
  /** Settled when it is up for the first time. @throws it did not come up. */
  started: Promise<void>;
  isUp(): boolean;
  /** Settled, with a sentence, when it is given up. */
  failed: Promise<string>;
  stop(): Promise<void>;
};

/** Whatever ends more often than this within the time is broken, and starting it again would only hide that. */
const MOST_STARTS = 5;
const WITHIN_MS = 10 * 60_000;
const PAUSE_MS = 200;

/**
 * Keeps PostgreSQL running: where it ends by itself once it has been up, it is started again, a bounded number of times.
 */
export function keepRunning(options: {
  spawn(): ChildProcess;
  /** Before each further start. */
  prepare(): void;
  /** @throws with what `ended` says, or after its patience. */
  waitUntilUp(ended: Promise<string>): Promise<void>;
  /** Where it writes what it has to say. */
  where: string;
}): SupervisedProcess {
  let child: ChildProcess | undefined;
  let isStopping = false;
  let isUp = false;
  const starts: number[] = [];
  let giveUp: (sentence: string) => void = () => {};
  const failed = new Promise<string>((resolve) => {
    giveUp = resolve;
  });

  async function start(): Promise<void> {
    const now = options.spawn();
    child = now;
    const ended = new Promise<string>((resolve) => {
      now.once('error', (error) => resolve(`PostgreSQL could not be started: ${error.message}.`));
      now.once('exit', (code, signal) =>
        resolve(`PostgreSQL ended by itself (${signal ?? `exit ${code}`}): see ${options.where}.`),
      );
    });
    await options.waitUntilUp(ended);
    isUp = true;
    void ended.then(startAgain);
  }

  async function startAgain(sentence: string): Promise<void> {
    isUp = false;
    for (let problem = sentence; !isStopping; ) {
      const now = Date.now();
      while (starts[0] !== undefined && starts[0] < now - WITHIN_MS) starts.shift();
      if (starts.push(now) > MOST_STARTS) {
        return giveUp(`${problem} It was started again ${MOST_STARTS} times within ten minutes, and is given up.`);
      }
      try {
        options.prepare();
        return await start();
      } catch (error) {
        problem = (error as Error).message;
      }
      // What the one before held is let go in a moment.
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * starts.length));
    }
  }

  return {
    started: start(),
    isUp: () => isUp,
    failed,
    stop: async () => {
      isStopping = true;
      isUp = false;
      if (!child || child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child.kill('SIGINT');
      await ended;
    },
  };
}
