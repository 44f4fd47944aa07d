import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { useSite } from '#base/browser/site.tsx';
import type { Person } from '../data.ts';
import { mentionTerm, withMention } from '../rules.ts';

export type Mentions = ReturnType<typeof useMentions>;

/** Whose names can be mentioned, by what their names begin with; `key` tells sources apart. */
export type MentionSource = { key: string; read: (term: string) => Promise<Person[]> };

/** Suggestions of members while a mention is typed: arrows choose, Enter or Tab takes, Escape closes. */
export function useMentions(
  source: MentionSource,
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  change: (text: string) => void,
) {
  const site = useSite();
  const listId = useId();
  const [term, setTerm] = useState<string | null>(null);
  const [index, setIndex] = useState(0);
  const people = useQuery({
    queryKey: ['mentions', site.account.account_id, source.key, term],
    queryFn: () => source.read(term ?? ''),
    enabled: term !== null,
    staleTime: 60_000,
  });
  const listed: Person[] = term === null ? [] : (people.data ?? []);
  const isOpen = listed.length > 0;
  const active = isOpen ? listed[Math.min(index, listed.length - 1)] : undefined;
  function look(target: HTMLTextAreaElement) {
    setTerm(mentionTerm(target.value.slice(0, target.selectionStart)));
    setIndex(0);
  }
  function take(person: Person) {
    const target = field.current;
    if (!target) return;
    const completed = withMention(text, target.selectionStart, person.slug);
    change(completed.text);
    setTerm(null);
    target.focus();
    // The caret can be set once the text is drawn.
    requestAnimationFrame(() => target.setSelectionRange(completed.caret, completed.caret));
  }
  /** Whether the key was for the suggestions. */
  function handleKey(event: KeyboardEvent): boolean {
    if (!active) return false;
    if (event.key === 'ArrowDown') setIndex((index + 1) % listed.length);
    else if (event.key === 'ArrowUp') setIndex((index + listed.length - 1) % listed.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey) take(active);
    else if (event.key === 'Escape') setTerm(null);
    else return false;
    event.preventDefault();
    return true;
  }
  return {
    listId,
    listed,
    active,
    look,
    take,
    handleKey,
    fieldProps: {
      'aria-autocomplete': 'list',
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': active ? `${listId}-${active.id}` : undefined,
      onBlur: () => setTerm(null),
    },
  } as const;
}
