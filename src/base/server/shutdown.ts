/**
 * Ends the process when it is asked to, by SIGTERM or SIGINT: `stop` is called once, then the process exits. Every further
 * signal is taken quietly meanwhile, since a terminal tells its whole group and npm passes on what it was told.
 * @returns the same end for other causes, with the code to exit with.
 */
export function endOnSignals(stop: () => Promise<void>): (code: number) => void {
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
