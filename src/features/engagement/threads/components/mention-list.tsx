import type { Mentions } from './use-mentions.ts';

/** The members that can be mentioned, below the field that keeps the focus. */
export function MentionList({ mentions, label }: { mentions: Mentions; label: string }) {
  if (mentions.listed.length === 0) return null;
  return (
    <div id={mentions.listId} role="listbox" aria-label={label} className="mention-list">
      {mentions.listed.map((person) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus (aria-activedescendant)
        <div
          key={person.id}
          id={`${mentions.listId}-${person.id}`}
          role="option"
          aria-selected={person === mentions.active}
          // Before the field loses the focus, which closes the list.
          onPointerDown={(event) => {
            event.preventDefault();
            mentions.take(person);
          }}
        >
          <b dir="auto">{person.name}</b> <span className="muted">@{person.slug}</span>
        </div>
      ))}
    </div>
  );
}
