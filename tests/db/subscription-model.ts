const DAY = 86_400_000;
const GRACE = 7 * DAY;
const REMINDERS = [0, 3, 5].map((days) => days * DAY);

type Status = 'trialing' | 'active' | 'past_due' | 'paused' | 'ended';

/** What a subscription of the model can be at: how much for how many weeks, and at which level. */
export const plans = {
  silver: { amount: 700, weeks: 1, rank: 1 },
  gold: { amount: 1_400, weeks: 1, rank: 2 },
  /** Less for a period than it costs by the week. */
  small: { amount: 300, weeks: 1, rank: 1 },
  fortnight: { amount: 900, weeks: 2, rank: 1 },
} as const;
export type PlanName = keyof typeof plans;

export type Terms = { kind: string; trial_days: number; cycles: number | null; isCharged: boolean };

/** What a subscription is, told in the simplest way: times in milliseconds, every step of an hour. */
export class SubscriptionModel {
  status: Status;
  plan: PlanName = 'silver';
  paid: number;
  periodStart: number;
  periodEnd: number;
  isCancelled = false;
  pausedUntil: number | null = null;
  /** The unpaid order of the next period, from when it is due, and until when access is held for it, at both levels. */
  open: { due: number; hold: number; goldHold: number; plan: PlanName } | null = null;
  /** A change that has not taken effect: with its payment, or with the next period. */
  change: { to: PlanName; now: { start: number; end: number; lapse: number } | null } | null = null;
  reminders = 0;
  isRevoked = false;
  /** A charge of the open order whose outcome is not there yet; only where a payment method is kept. */
  isCharging = false;
  /** The end of what was paid for, or of the trial; and of what was paid for at the higher level. */
  accessEnd: number;
  goldEnd = 0;
  /** The periods that were paid for, and what for: what a change can count. */
  private periods: { start: number; end: number; worth: number }[] = [];
  cycles: number | null;
  private readonly isInstalments: boolean;
  private readonly isCharged: boolean;
  constructor(now: number, { trial_days: trialDays, cycles, kind, isCharged }: Terms) {
    this.cycles = cycles;
    this.isInstalments = kind === 'instalments';
    this.isCharged = isCharged;
    this.status = trialDays ? 'trialing' : 'active';
    this.paid = trialDays ? 0 : 1;
    this.periodStart = now;
    this.periodEnd = now + (trialDays || 7) * DAY;
    this.accessEnd = this.periodEnd;
    if (!trialDays) this.periods.push({ start: now, end: this.periodEnd, worth: plans.silver.amount });
  }
  get until(): number {
    return this.isRevoked ? 0 : Math.max(this.accessEnd, this.open?.hold ?? 0);
  }
  get goldUntil(): number {
    return this.isRevoked ? 0 : Math.max(this.goldEnd, this.open?.goldHold ?? 0);
  }
  get hasOpenOrder(): boolean {
    return this.open !== null || Boolean(this.change?.now);
  }
  end(): void {
    this.status = 'ended';
    this.isCancelled = false;
    this.pausedUntil = null;
    this.change = null;
    this.withdraw();
  }
  /** The open order is cancelled. */
  withdraw(): void {
    this.open = null;
    if (this.change?.now) this.change = null;
    this.isCharging = false;
  }
  place(now: number, hasGrace: boolean): void {
    if (this.periodEnd < now) this.periodStart = this.periodEnd = now;
    const plan = this.change?.to ?? this.plan;
    const hold = hasGrace ? this.periodEnd + GRACE : 0;
    const isGold = this.plan === 'gold' && plan === 'gold';
    this.open = { due: this.periodEnd, hold, goldHold: isGold ? hold : 0, plan };
    this.reminders = 0;
  }
  failCharge(): void {
    this.isCharging = false;
    if (!this.change?.now) this.status = 'past_due';
  }
  pay(): void {
    const plan = this.change?.now ? this.change.to : (this.open?.plan ?? this.plan);
    const start = this.change?.now?.start ?? this.periodEnd;
    const end = start + plans[plan].weeks * 7 * DAY;
    // What a change at once replaces was counted as its credit.
    if (this.change?.now) this.periods = [];
    this.periods.push({ start, end, worth: plans[plan].amount });
    if (this.change && this.change.to === plan) {
      this.change = null;
      this.cycles = null;
    }
    this.open = null;
    this.isCharging = false;
    this.reminders = 0;
    this.paid += 1;
    this.plan = plan;
    this.periodStart = start;
    this.periodEnd = this.accessEnd = end;
    if (plan === 'gold') this.goldEnd = end;
    this.status = 'active';
    if (this.isInstalments && this.paid === this.cycles) {
      this.end();
      this.accessEnd = Number.POSITIVE_INFINITY;
    }
  }
  resume(now: number): void {
    this.pausedUntil = null;
    this.status = this.periodEnd > now ? 'active' : 'past_due';
    if (this.periodEnd > now) return;
    this.place(now, false);
  }
  /** What the schedule does at a time, until nothing is due. */
  run(now: number): void {
    for (;;) {
      if (this.status === 'ended') return;
      if (this.status === 'paused') {
        if (this.pausedUntil === null || this.pausedUntil > now) return;
        this.resume(now);
      } else if (this.change?.now) {
        if (this.change.now.lapse > now) return;
        this.withdraw();
      } else if (this.isCancelled || this.paid === this.cycles) {
        if (this.periodEnd > now) return;
        this.end();
      } else if (!this.open) {
        if (this.periodEnd - Math.min(7 * DAY, (this.periodEnd - this.periodStart) / 4) > now) return;
        this.place(now, true);
      } else if (!this.collect(now)) return;
    }
  }
  private collect(now: number): boolean {
    const due = this.open?.due ?? 0;
    const reminders = REMINDERS.filter((days) => due + days <= now).length;
    if (due + GRACE <= now) this.end();
    else if (reminders <= this.reminders) return false;
    else {
      this.reminders = reminders;
      if (this.isCharged) this.isCharging = true;
      else this.status = 'past_due';
    }
    return true;
  }
  cancel(now: number): void {
    if (this.status === 'past_due' || this.periodEnd <= now) this.end();
    else {
      if (this.status === 'paused') this.status = 'active';
      this.pausedUntil = null;
      this.isCancelled = true;
      this.withdraw();
      this.reminders = 0;
    }
  }
  canPause(now: number): boolean {
    return !this.isInstalments && this.status === 'active' && !this.isCancelled && this.periodEnd > now;
  }
  canChange(now: number, to: PlanName): boolean {
    const isRunning = this.status === 'active' || this.status === 'trialing';
    const isLast = this.cycles !== null && this.paid >= this.cycles;
    return (
      isRunning &&
      !this.isInstalments &&
      !this.isCancelled &&
      !isLast &&
      !this.change &&
      this.periodEnd > now &&
      to !== this.plan
    );
  }
  /** What is left of what was paid, by whole days of which the one that has begun is one. */
  private creditAt(now: number): number {
    const left = this.periods.map(({ start, end, worth }) => {
      const days = (end - start) / DAY;
      return Math.floor((worth * Math.min(days, Math.max(0, Math.ceil((end - now) / DAY)))) / days);
    });
    return left.reduce((sum, part) => sum + part, 0);
  }
  /** Changes to another plan; what is due now, or null where it waits for the end of what is paid for. */
  changeTo(now: number, to: PlanName): number | null {
    const { amount, weeks, rank } = plans[to];
    const before = plans[this.plan];
    const credit = this.creditAt(now);
    const isUpgrade = rank > before.rank || (rank === before.rank && amount > before.amount);
    if (this.status === 'active' && credit <= amount && isUpgrade) {
      this.withdraw();
      const lapse = Math.min(now + 7 * DAY, this.periodEnd);
      this.change = { to, now: { start: now, end: now + weeks * 7 * DAY, lapse } };
      if (credit === amount) this.pay();
      else this.isCharging = this.isCharged;
      return amount - credit;
    }
    this.change = { to, now: null };
    if (this.open) this.place(now, true);
    return null;
  }
  canUndo(now: number): boolean {
    return this.change !== null && (this.change.now !== null || this.periodEnd > now || this.status === 'paused');
  }
  undo(now: number): void {
    const wasOpen = this.open !== null;
    this.withdraw();
    this.change = null;
    if (wasOpen) this.place(now, true);
  }
}
