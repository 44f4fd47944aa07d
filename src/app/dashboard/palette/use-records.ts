import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useDb } from '#base/browser/db-client.ts';
import type { Searcher } from '#base/shared/record-source.ts';
import { findRecords, PALETTE_PAUSE_MS, wordsOf } from './records.ts';

/** Searches records, debounced; a search is aborted by the next input. */
export function useRecords(searcher: Searcher, typed: string) {
  const db = useDb();
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), typed === '' ? 0 : PALETTE_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const words = wordsOf(rested);
  const { account_id, userId, kind, caps, features } = searcher;
  const result = useQuery({
    queryKey: ['palette', account_id, userId, kind, caps, features, words],
    queryFn: ({ signal }) => findRecords(db, searcher, words ?? '', signal),
    enabled: words !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
  const isAsked = words !== null && wordsOf(typed) !== null;
  return {
    /** Whether these match the current input; until then they are those of the previous one. */
    isCurrent: !result.isPlaceholderData && wordsOf(typed) === words,
    records: isAsked ? (result.data?.records ?? []) : [],
    isLoading: wordsOf(typed) !== null && (result.isFetching || rested !== typed),
    isPartial: isAsked && (result.isError || result.data?.isComplete === false),
  };
}
