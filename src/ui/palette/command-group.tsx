import type { MouseEvent } from 'react';
import type { Command, CommandGroup } from './command-match.ts';
import { Kbd } from './kbd.tsx';
import { splitAtMatch } from './match.ts';

/** A command may be in two groups ("Recent"): its key includes the group. */
export const lineOf = (group: CommandGroup, commandId: string) => `${group.id}:${commandId}`;
export const domIdOf = (base: string, line: string) => `${base}-${line}`;

type GroupProps = {
  base: string;
  group: CommandGroup;
  query: string;
  active: string | undefined;
  onPoint: (line: string) => void;
  onUse: (command: Command, event: MouseEvent) => void;
};

/** The commands of a group under its title. */
export function CommandGroupLines({ base, group, query, active, onPoint, onUse }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox has no HTML element
    <div role="group" aria-labelledby={`${base}-${group.id}`}>
      <div id={`${base}-${group.id}`} className="menu-head" role="presentation">
        {group.title}
      </div>
      {group.commands.map((command) => {
        const line = lineOf(group, command.id);
        return (
          <Line
            key={line}
            id={domIdOf(base, line)}
            command={command}
            query={query}
            isActive={line === active}
            onPoint={() => onPoint(line)}
            onUse={(event) => onUse(command, event)}
          />
        );
      })}
    </div>
  );
}

type LineProps = {
  id: string;
  command: Command;
  query: string;
  isActive: boolean;
  onPoint: () => void;
  onUse: (event: MouseEvent) => void;
};

/** A link, so that it can be opened in a new tab; the focus stays in the input. */
function Line({ id, command, query, isActive, onPoint, onUse }: LineProps) {
  const Icon = command.icon;
  const [before, match, after] = splitAtMatch(command.label, query);
  const shared = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    className: 'menu-item',
    'data-focused': isActive || undefined,
    onMouseMove: isActive ? undefined : onPoint,
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: onUse,
  } as const;
  const words = (
    <>
      {Icon && <Icon aria-hidden="true" />}
      {command.media}
      <span className="menu-text cut" dir="auto">
        {before}
        {match && <mark>{match}</mark>}
        {after}
      </span>
      {command.note && <span className="cmd-note">{command.note}</span>}
      {command.shortcut && <Kbd>{command.shortcut}</Kbd>}
    </>
  );
  if (command.href)
    return (
      <a {...shared} href={command.href} target={command.target} rel={command.target ? 'noopener' : undefined}>
        {words}
      </a>
    );
  return (
    <button {...shared} type="button">
      {words}
    </button>
  );
}
