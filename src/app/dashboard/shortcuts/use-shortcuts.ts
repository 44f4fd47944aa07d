import { useEffect, useEffectEvent, useRef } from 'react';
import { useShortcutsOn } from '#base/browser/shortcuts.ts';
import { isForIts, type Meaning, nothingPressed, read } from './key-reading.ts';

/** Calls back for each shortcut that is pressed on this page, as long as the person has them switched on. */
export function useShortcuts(onMeaning: (meaning: NonNullable<Meaning>) => boolean): void {
  const { isOn } = useShortcutsOn();
  const reading = useRef(nothingPressed);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isForIts(event.target)) {
      reading.current = nothingPressed;
      return;
    }
    const next = read(reading.current, event, event.timeStamp);
    reading.current = next.reading;
    // A key that did something must not also be typed into what it opened.
    if (next.meaning && onMeaning(next.meaning)) event.preventDefault();
  });
  useEffect(() => {
    if (!isOn) return;
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOn]);
}
