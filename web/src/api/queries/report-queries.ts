import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { ReportKind, ReportState } from '../types.js';

export const ownReportsQuery = (state: ReportState | undefined, page: number) =>
  queryOptions({
    queryKey: queryKeys.ownReports({ state, page }),
    queryFn: ({ signal }) =>
      answer(api.GET('/api/user/reports', { params: { query: { ...(state ? { state } : {}), page, limit: 20 } }, signal })),
    placeholderData: keepPreviousData,
  });

/** The caller's open report about a recording; null if there is none. */
export const openReportQuery = (asin: string) =>
  queryOptions({
    queryKey: queryKeys.openReport(asin),
    queryFn: async ({ signal }) => {
      const query = { asin, state: 'open', limit: 1 } as const;
      const { items } = await answer(api.GET('/api/user/reports', { params: { query }, signal }));
      return items[0] ?? null;
    },
  });

export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.report(id),
    queryFn: ({ signal }) => answer(api.GET('/api/reports/{id}', { params: { path: { id } }, signal })),
  });

export const allReportsQuery = (filter: { state: ReportState; page: number; limit: number }) =>
  queryOptions({
    queryKey: queryKeys.allReports(filter),
    queryFn: ({ signal }) => answer(api.GET('/api/admin/reports', { params: { query: filter }, signal })),
    placeholderData: keepPreviousData,
  });

export const reportWithEvidenceQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.reportWithEvidence(id),
    queryFn: ({ signal }) => answer(api.GET('/api/admin/reports/{id}', { params: { path: { id } }, signal })),
  });

/** Reads a file, so it is not asked for again while the page is open. */
export const reportTagsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.reportTags(id),
    queryFn: ({ signal }) => answer(api.GET('/api/admin/reports/{id}/tags', { params: { path: { id } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The files of a book that Lectern did not place. They are listed when somebody asks, so that ticks stay what they are. */
export const reportFilesQuery = (id: string, itemId: string) =>
  queryOptions({
    queryKey: queryKeys.reportFiles(id, itemId),
    queryFn: ({ signal }) => answer(api.GET('/api/admin/reports/{id}/files', { params: { path: { id }, query: { itemId } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

/** The last request for another copy because of a report; null if there was none. */
export const replacementQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.replacement(id),
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/api/admin/reports/{id}/replacement', { params: { path: { id } }, signal }))).replacement,
  });

function useRefresh() {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.reports }),
      client.invalidateQueries({ queryKey: queryKeys.everyonesReports }),
      client.invalidateQueries({ queryKey: queryKeys.books }),
    ]);
  };
}

export function useReport(asin: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { kind: ReportKind; text: string }) =>
      answer(api.POST('/api/audiobooks/{asin}/report-issue', { params: { path: { asin } }, body })),
    // also after a refusal: there may be a report from another tab
    onSettled: refresh,
  });
}

/** The id of the caller's open report about a book; where there is none, it is made. */
export function useOpenReport(asin: string) {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (body: { kind: ReportKind; text: string }): Promise<string> => {
      const open = await client.fetchQuery(openReportQuery(asin));
      if (open) return open.id;
      return (await answer(api.POST('/api/audiobooks/{asin}/report-issue', { params: { path: { asin } }, body }))).report.id;
    },
    onSettled: refresh,
  });
}

export function useAnswer(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (text: string) => answer(api.POST('/api/reports/{id}/answer', { params: { path: { id } }, body: { text } })),
    onSettled: refresh,
  });
}

export type ReportAct = 'answer' | 'resolve' | 'dismiss' | 'reopen';

/** What an admin does about a report. */
export function useReportAct(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ act, text }: { act: ReportAct; text: string }) => {
      const call = { params: { path: { id } }, body: { text } };
      if (act === 'answer') return answer(api.POST('/api/admin/reports/{id}/answer', call));
      if (act === 'resolve') return answer(api.POST('/api/admin/reports/{id}/resolve', call));
      if (act === 'dismiss') return answer(api.POST('/api/admin/reports/{id}/dismiss', call));
      return answer(api.POST('/api/admin/reports/{id}/reopen', call));
    },
    onSettled: refresh,
  });
}

/** Looks for another copy of the book, in place of the one that a request brought. */
export function useReplace(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { requestId: string; text: string }) =>
      answer(api.POST('/api/admin/reports/{id}/replace', { params: { path: { id } }, body })),
    onSettled: refresh,
  });
}

/** Looks for another copy of the book, in place of chosen files that Lectern did not place. */
export function useReplaceFiles(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { itemId: string; files: string[]; text: string }) =>
      answer(api.POST('/api/admin/reports/{id}/replace-files', { params: { path: { id } }, body })),
    onSettled: refresh,
  });
}
