import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { fuzzyScore } from './fuzzy.ts';

export type Command = {
  id: string;
  label: string;
  /** Further search keywords. */
  keywords?: string;
  icon?: LucideIcon;
  media?: ReactNode;
  /** At the end of the line: location or count. */
  note?: string;
  shortcut?: string;
  href?: string;
  /** `_blank` to open in a new tab. */
  target?: string;
  onAction?: () => void;
  /** Listed only for a query. */
  isHidden?: boolean;
};

export type CommandGroup = {
  id: string;
  title: string;
  commands: readonly Command[];
  /** Already the server's results for the query. */
  isServerFiltered?: boolean;
  /** Listed only without a query: its commands are in other groups too. */
  isShortcut?: boolean;
};

/** Per group, for a query: a more specific query finds the others. */
const MAX_PER_GROUP = 9;
/** Minimum score of a server result: it may match a part that is not displayed. */
const SERVER_MATCH_SCORE = 10;
/** A keyword counts less than the label. */
const KEYWORD_SHARE = 0.5;
/** Recently used commands get a bonus. */
const RECENT_BONUS = 15;

/** The groups shown for a query: best matches first, within groups and among them. */
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
