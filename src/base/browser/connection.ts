/** The Network Information API; Chromium only. */
type Connection = { saveData?: boolean; effectiveType?: string };

const connection = () => (navigator as Navigator & { connection?: Connection }).connection ?? {};

/** Whether nothing should be prefetched: data saver is on, or the connection is very slow. */
export function isDataSaver(): boolean {
  const { saveData, effectiveType } = connection();
  return saveData === true || effectiveType?.includes('2g') === true;
}

/** Whether what is only useful later should not be loaded before somebody does something; data saver alone is no reason. */
export function isSlowConnection(): boolean {
  return /[23]g/.test(connection().effectiveType ?? '');
}

const interactions = ['pointerdown', 'keydown', 'scroll', 'focusin'] as const;

let interaction: Promise<void> | undefined;

/** Resolves when somebody first presses, types, scrolls or moves the focus. */
export function firstInteraction(): Promise<void> {
  interaction ??= new Promise((resolve) => {
    const options = { capture: true, passive: true };
    const done = () => {
      for (const name of interactions) window.removeEventListener(name, done, options);
      resolve();
    };
    for (const name of interactions) window.addEventListener(name, done, options);
  });
  return interaction;
}
