import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useDb } from '#base/browser/db-client.ts';
import { findRecords, PALETTE_PAUSE_MS, type Searcher, wordsOf } from './records.ts';

/** What is found for a typed line once it has rested; a search that is overtaken by the next letter is called off. */
export function useRecords(seeker: Searcher, typed: string) {
  const db = useDb();
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), typed === '' ? 0 : PALETTE_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const words = wordsOf(rested);
  const { account_id, userId, kind, caps, features } = seeker;
  const answer = useQuery({
    queryKey: ['palette', account_id, userId, kind, caps, features, words],
    queryFn: ({ signal }) => findRecords(db, seeker, words ?? '', signal),
    enabled: words !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
  const isAsked = words !== null && wordsOf(typed) !== null;
  return {
    /** Whether these are for what is typed now; until then they are those of the letters before. */
    isCurrent: !answer.isPlaceholderData && wordsOf(typed) === words,
    records: isAsked ? (answer.data?.records ?? []) : [],
    isLoading: wordsOf(typed) !== null && (answer.isFetching || rested !== typed),
    isPartial: isAsked && (answer.isError || answer.data?.isWhole === false),
  };
}
