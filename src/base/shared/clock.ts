/** Milliseconds the clock of business decisions is ahead of real time. */
let offset = 0;

/**
 * Sets how far the clock is ahead of real time, as in the table `private.clock`: the server reads the row, a
 * browser gets it in its document.
 */
export function setClockOffset(milliseconds: number): void {
  offset = milliseconds;
}

export function clockOffset(): number {
  return offset;
}

/** Now in milliseconds, as every business decision sees it (`private.clock_now()` in SQL); tokens and logs use `Date.now()`. */
export function clockNow(): number {
  return Date.now() + offset;
}
