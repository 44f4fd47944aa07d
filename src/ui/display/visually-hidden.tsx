import type { ReactNode } from 'react';

/** Read out, not shown. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="vh">{children}</span>;
}

/** The first thing the Tab key reaches: past the furniture, to the work. `target` is the id of the main element. */
export function SkipLink({ target, children }: { target: string; children: ReactNode }) {
  return (
    <a className="skip" href={`#${target}`}>
      {children}
    </a>
  );
}
