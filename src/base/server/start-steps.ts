/** Runs one step of a start and returns its result. */
export type StartStep = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** Steps of a start that nobody watches: a test, a benchmark. */
export const silentSteps: StartStep = (_name, work) => work();

/**
 * Prints each step's name as it begins, so that a long one does not look like a hang, and its seconds when it is done. A
 * step that fails ends its line without them.
 */
export function printedSteps(write: (text: string) => void = (text) => process.stdout.write(text)): StartStep {
  return async (name, work) => {
    const start = performance.now();
    write(`  ${name} … `);
    try {
      const result = await work();
      write(`${((performance.now() - start) / 1000).toFixed(1)} s\n`);
      return result;
    } catch (error) {
      write('failed\n');
      throw error;
    }
  };
}
