/**
 * Shuts the process down on SIGTERM or SIGINT: `stop` is called once, then the process exits. Further signals are
 * ignored meanwhile, since a terminal signals its whole process group and npm forwards its own signal.
 * @returns the same shutdown for other causes, with the exit code.
 */
export function shutdownOnSignals(stop: () => Promise<void>): (code: number) => void {
  let isEnding = false;
  const end = (code: number) => {
    if (isEnding) return;
    isEnding = true;
    stop().then(
      () => process.exit(code),
      (error: Error) => {
        process.stderr.write(`${error.stack ?? error.message}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => end(0));
  process.on('SIGINT', () => end(0));
  return end;
}
