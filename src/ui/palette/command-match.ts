import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { fuzzyScore } from './fuzzy.ts';

export type Command = {
  id: string;
  label: string;
  /** Further words it is found by. */
  keywords?: string;
  icon?: LucideIcon;
  media?: ReactNode;
  /** At the end of the line: where it is, how many wait. */
  note?: string;
  shortcut?: string;
  href?: string;
  /** `_blank` for what opens beside this. */
  target?: string;
  onAction?: () => void;
  /** Found by typing, not shown before. */
  isHidden?: boolean;
};

export type CommandGroup = {
  id: string;
  title: string;
  commands: readonly Command[];
  /** Already what the server found for what was typed. */
  isServerFiltered?: boolean;
  /** Shown only while nothing is typed: what stands in another group too. */
  isShortcut?: boolean;
};

/** Of one group, once something is typed: what comes later is found by typing more. */
const MAX_PER_GROUP = 9;
/** What the server found is worth this much at least: it may stand in a part of it that is not shown. */
const SERVER_MATCH_SCORE = 10;
/** A word beside the label counts less than the label. */
const KEYWORD_SHARE = 0.5;
/** What was used lately comes before what fits a little better. */
const RECENT_BONUS = 15;

/** The groups as they are shown for what is typed: the best first, in each and of all. */
export function matchCommands(
  groups: readonly CommandGroup[],
  query: string,
  recentIds: readonly string[] = [],
): CommandGroup[] {
  const term = query.trim();
  if (!term)
    return groups
      .map((group) => ({ ...group, commands: group.commands.filter(({ isHidden }) => !isHidden) }))
      .filter(({ commands }) => commands.length > 0);
  const scoreOf = (command: Command, isFound: boolean) => {
    const fits = Math.max(
      fuzzyScore(command.label, term),
      command.keywords ? fuzzyScore(`${command.label} ${command.keywords}`, term) * KEYWORD_SHARE : 0,
    );
    const score = isFound ? Math.max(fits, SERVER_MATCH_SCORE) : fits;
    const recentIndex = recentIds.indexOf(command.id);
    return fits > 0 && recentIndex >= 0 ? score + RECENT_BONUS / (1 + recentIndex) : score;
  };
  return groups
    .filter(({ isShortcut }) => !isShortcut)
    .map((group) => {
      const ranked = group.commands
        .map((command) => ({ command, score: scoreOf(command, group.isServerFiltered === true) }))
        .filter(({ score }) => score > 0)
        .sort((left, right) => right.score - left.score)
        .slice(0, MAX_PER_GROUP);
      return { group: { ...group, commands: ranked.map(({ command }) => command) }, best: ranked[0]?.score ?? 0 };
    })
    .filter(({ best }) => best > 0)
    .sort((left, right) => right.best - left.best)
    .map(({ group }) => group);
}
