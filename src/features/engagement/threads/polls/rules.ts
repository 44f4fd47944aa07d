export const MIN_OPTIONS = 2;
export const MAX_OPTIONS = 10;
/** Maximum length of an option in characters. */
export const MAX_OPTION = 120;

/** Who sees the votes before a poll ends. */
export const pollResults = ['always', 'voted'] as const;
export type PollResults = (typeof pollResults)[number];

/** A poll as it is sent with its post; `ends_at` as ISO 8601. */
export type NewPoll = {
  options: string[];
  is_multiple: boolean;
  is_anonymous: boolean;
  results: PollResults;
  ends_at: string | null;
};

/** What a new poll still lacks; null where it can be sent. */
export function pollProblem(options: readonly string[]): 'fewOptions' | 'sameOptions' | null {
  const written = options.map((option) => option.trim().toLowerCase()).filter((option) => option !== '');
  if (written.length < MIN_OPTIONS) return 'fewOptions';
  return new Set(written).size < written.length ? 'sameOptions' : null;
}

/** The share of an option in percent, of who voted; 0 where nobody has. */
export const shareOf = (votes: number, voters: number): number =>
  voters === 0 ? 0 : Math.round((100 * votes) / voters);
