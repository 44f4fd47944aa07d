import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LinkButton } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';

type EditorScreenProps<Row> = {
  query: UseQueryResult<Row | null>;
  /** Shown where there is no such record (any more), with the list of the others. */
  missing: { title: string; text: string; listLabel: string; listPath: string };
  children: (row: Row) => ReactNode;
};

/** The screen of an editor once its record is loaded. */
export function EditorScreen<Row>({ query, missing, children }: EditorScreenProps<Row>) {
  return (
    <main id="content" className="page">
      {query.isPending ? <SkeletonText lines={8} /> : null}
      {query.isError ? <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching} /> : null}
      {query.data === null ? (
        <EmptyState
          isPage
          title={missing.title}
          actions={<LinkButton href={missing.listPath}>{missing.listLabel}</LinkButton>}
        >
          {missing.text}
        </EmptyState>
      ) : null}
      {query.data ? children(query.data) : null}
    </main>
  );
}
