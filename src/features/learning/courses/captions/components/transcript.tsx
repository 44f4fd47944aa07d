import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { normalizeSearch } from '#base/shared/normalize-search.ts';
import { ContentText } from '#ui/display/content-language.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { clock } from '../../lessons/rules.ts';
import { captionsQuery } from '../data.ts';
import { cueAt, wordsOf } from '../rules.ts';

type TranscriptProps = { path: string; media: RefObject<HTMLVideoElement | null> };

/** What is said in a video, to be read and searched; each line plays from there. Read once it is opened. */
export function Transcript({ path, media }: TranscriptProps) {
  const { t } = useTranslation('courses');
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="group border-b border-line px-5 lg:px-6"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-medium">
        <ChevronRight aria-hidden="true" className="size-4 text-ink-3 group-open:rotate-90 rtl:-scale-x-100" />
        {t('transcript.title')}
      </summary>
      {isOpen ? <Lines path={path} media={media} /> : null}
    </details>
  );
}

function Lines({ path, media }: TranscriptProps) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const captions = useQuery(captionsQuery(db, account_id, path));
  const [term, setTerm] = useState('');
  const cues = captions.data?.cues.map((cue) => ({ start: cue.start, words: wordsOf(cue) })) ?? [];
  const current = useSpokenCue(cues, media);
  const words = normalizeSearch(term.trim());
  const lines = cues
    .map((cue, index) => ({ ...cue, index }))
    .filter((cue) => cue.words !== '' && normalizeSearch(cue.words).includes(words));
  const play = (start: number) => {
    const player = media.current;
    if (!player) return;
    player.currentTime = start;
    // A browser may refuse to play; the place is found all the same.
    player.play().catch(() => undefined);
  };
  if (captions.isError) return <ErrorState onRetry={() => void captions.refetch()} isRetrying={captions.isFetching} />;
  if (captions.isPending) return <SkeletonText lines={4} />;
  return (
    <div className="grid grid-cols-1 gap-2 pb-4">
      <SearchField label={t('transcript.search')} value={term} onChange={setTerm} maxLength={100} />
      <p role="status" className={words && lines.length === 0 ? 'text-ink-3' : 'vh'}>
        {words ? t('transcript.found', { count: lines.length }) : ''}
      </p>
      <ol className="max-h-72 overflow-y-auto">
        {lines.map(({ index, start, words: text }) => (
          <li key={index}>
            <Line
              start={start}
              text={text}
              isCurrent={index === current}
              isFollowed={words === ''}
              onPlay={() => play(start)}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

type LineProps = { start: number; text: string; isCurrent: boolean; isFollowed: boolean; onPlay: () => void };

function Line({ start, text, isCurrent, isFollowed, onPlay }: LineProps) {
  const line = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const list = line.current?.closest('ol');
    // The list alone scrolls: the page stays where the reader is.
    if (isCurrent && isFollowed && line.current && list && !list.querySelector(':focus-visible'))
      list.scrollTop = line.current.offsetTop - list.offsetTop - list.clientHeight / 3;
  }, [isCurrent, isFollowed]);
  return (
    <button
      ref={line}
      type="button"
      aria-current={isCurrent ? 'true' : undefined}
      className="flex min-h-11 w-full items-baseline gap-3 rounded-lg px-2 py-1.5 text-start hover:bg-hover aria-[current=true]:bg-tint aria-[current=true]:font-medium lg:min-h-9"
      onClick={onPlay}
    >
      <span className="w-12 flex-none text-xs text-ink-3 tabular-nums">{clock(start)}</span>{' '}
      <span className="min-w-0 flex-1 break-words">
        <ContentText>{text}</ContentText>
      </span>
    </button>
  );
}

/** The index of the caption that is spoken now. */
function useSpokenCue(cues: readonly { start: number }[], media: RefObject<HTMLVideoElement | null>): number {
  const [second, setSecond] = useState(0);
  useEffect(() => {
    const player = media.current;
    if (!player) return;
    const follow = () => setSecond(player.currentTime);
    follow();
    player.addEventListener('timeupdate', follow);
    return () => player.removeEventListener('timeupdate', follow);
  }, [media]);
  return cueAt(cues, second);
}
