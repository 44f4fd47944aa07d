import type { ChildProcess } from 'node:child_process';

export type SupervisedProcess = {
  /**
   * Resolves when it is up for the first time.
   * @throws when it did not come up.
   */
  started: Promise<void>;
  isUp(): boolean;
  /** Resolves, with a message, when it is given up. */
  failed: Promise<string>;
  stop(): Promise<void>;
};

/** More restarts than this within the time mean it is broken, and restarting it would only hide that. */
const MAX_RESTARTS = 5;
const WITHIN_MS = 10 * 60_000;
const PAUSE_MS = 200;

/** Supervises PostgreSQL: when it exits by itself after it has been up, it is restarted, a bounded number of times. */
export function supervise(options: {
  spawn(): ChildProcess;
  /** Called before each restart. */
  prepare(): void;
  /** @throws with the result of `ended`, or after its timeout. */
  waitUntilUp(ended: Promise<string>): Promise<void>;
  /** The log file. */
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
    const ended = endOf(now, options.where);
    await options.waitUntilUp(ended);
    isUp = true;
    void ended.then(startAgain);
  }

  async function startAgain(sentence: string): Promise<void> {
    isUp = false;
    for (let problem = sentence; !isStopping; ) {
      const now = Date.now();
      while (starts[0] !== undefined && starts[0] < now - WITHIN_MS) starts.shift();
      if (starts.push(now) > MAX_RESTARTS) {
        return giveUp(`${problem} It was started again ${MAX_RESTARTS} times within ten minutes, and is given up.`);
      }
      try {
        options.prepare();
        return await start();
      } catch (error) {
        problem = (error as Error).message;
      }
      // The previous process releases its resources within a moment.
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

/** Resolves with a message when the process ends, or can't be started. */
function endOf(child: ChildProcess, where: string): Promise<string> {
  return new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`PostgreSQL could not be started: ${error.message}.`));
    child.once('exit', (code, signal) =>
      resolve(`PostgreSQL ended by itself (${signal ?? `exit ${code}`}): see ${where}.`),
    );
  });
}
