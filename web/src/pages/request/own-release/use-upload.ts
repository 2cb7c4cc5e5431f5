import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { areFilesOf, LOOK_MS, nameOf, sendUpload } from '../../../api/upload/send-upload.js';
import { beginUpload, cancelUpload, openUploads, type Upload } from '../../../api/upload/upload-calls.js';
import { queryKeys } from '../../../api/query-keys.js';

interface Running {
  readonly upload: Upload;
  readonly files: readonly File[];
  readonly received: readonly number[];
  readonly state: 'sending' | 'waiting' | 'paused';
}

const byName = (one: File, other: File) => nameOf(one).localeCompare(nameOf(other), 'en', { numeric: true });

/** Uploading files for a request: choosing, pausing, going on and cancelling. */
export function useUpload(requestId: string, onHanded: () => void) {
  const client = useQueryClient();
  const key = ['uploads', requestId] as const;
  const open = useQuery({
    queryKey: key,
    queryFn: () => openUploads(requestId),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ state: of }) => of === 'unpacking') ? LOOK_MS : false),
  });
  const [running, setRunning] = useState<Running | null>(null);
  const [error, setError] = useState<unknown>(null);
  const abort = useRef<AbortController | null>(null);
  // what has arrived stays on the server, and the same files go on from there
  useEffect(() => () => abort.current?.abort(), []);

  const isSending = running !== null && running.state !== 'paused';
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSending]);

  const left = open.data?.find(({ state }) => state === 'receiving');
  // the newest comes first
  const [last] = open.data ?? [];

  async function run(upload: Upload, files: readonly File[]): Promise<void> {
    const stop = new AbortController();
    abort.current = stop;
    setError(null);
    setRunning({ upload, files, received: upload.files.map(({ received }) => received), state: 'sending' });
    try {
      const ended = await sendUpload(upload, files, {
        signal: stop.signal,
        onReceived: (received) => setRunning((now) => now && { ...now, received }),
        onWaiting: (isWaiting) => setRunning((now) => now && { ...now, state: isWaiting ? 'waiting' : 'sending' }),
      });
      setRunning(null);
      void client.invalidateQueries({ queryKey: queryKeys.request(requestId) });
      if (ended.state === 'handed') onHanded();
      else setError(new Error(ended.fault));
    } catch (caught) {
      if (!stop.signal.aborted) {
        setError(caught);
        setRunning(null);
      }
    } finally {
      void client.invalidateQueries({ queryKey: key });
    }
  }

  return {
    running,
    left,
    error,
    /** Whether the server looks at files that came before this page was opened. */
    isUnpacking: open.data?.some(({ state }) => state === 'unpacking') ?? false,
    /** Why the last upload came to nothing. */
    lastFault: last?.state === 'failed' ? last.fault : undefined,
    isLoading: open.isPending,
    /** @returns whether they are being sent; files of another upload are not, while one is unfinished */
    async choose(chosen: readonly File[]): Promise<boolean> {
      const files = [...chosen].sort(byName);
      if (left && !areFilesOf(left, files)) return false;
      try {
        await run(
          left ??
            (await beginUpload(
              requestId,
              files.map((file) => ({ name: nameOf(file), size: file.size })),
            )),
          files,
        );
      } catch (caught) {
        setError(caught);
      }
      return true;
    },
    pause(): void {
      abort.current?.abort();
      setRunning((now) => now && { ...now, state: 'paused' });
    },
    async goOn(): Promise<void> {
      if (!running) return;
      const fresh = await openUploads(requestId).catch(() => []);
      await run(fresh.find(({ id }) => id === running.upload.id) ?? running.upload, running.files);
    },
    async cancel(): Promise<void> {
      abort.current?.abort();
      const id = running?.upload.id ?? left?.id;
      setRunning(null);
      setError(null);
      if (id !== undefined) await cancelUpload(id).catch(setError);
      await client.invalidateQueries({ queryKey: key });
    },
  };
}
