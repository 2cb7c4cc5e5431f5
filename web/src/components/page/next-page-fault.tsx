import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { ErrorState } from '../feedback/error-state.js';

type Found = Pick<UseInfiniteQueryResult, 'error' | 'isFetchNextPageError' | 'fetchNextPage'>;

/** Says at the end of a list that its next page did not load. The frame says when the list could not be updated. */
export function NextPageFault({ found: { error, isFetchNextPageError, fetchNextPage } }: { found: Found }) {
  return isFetchNextPageError ? <ErrorState error={error} onRetry={() => void fetchNextPage()} compact /> : null;
}
