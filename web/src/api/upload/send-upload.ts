import { isApiError } from '../api-error.js';
import { FIRST_PIECE_BYTES, nextPieceBytes } from './piece-size.js';
import { finishUpload, readUpload, sendPiece, type Upload } from './upload-calls.js';

const LONGEST_WAIT_MS = 15_000;
/** Milliseconds between two looks at an upload that the server unpacks. */
export const LOOK_MS = 1_000;

/** Names as far as the server leaves them as they are. */
const bare = (name: string) => (name.split('/').at(-1) ?? '').replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** The name of a chosen file, with its folders. */
export function nameOf(file: File): string {
  return file.webkitRelativePath === '' ? file.name : file.webkitRelativePath;
}

/** Whether files are those that an upload was begun with, in its order. */
export function areFilesOf(upload: Upload, files: readonly File[]): boolean {
  return (
    upload.files.length === files.length &&
    upload.files.every(({ name, size }, index) => {
      const file = files[index];
      return file?.size === size && bare(file.name) === bare(name);
    })
  );
}

function waits(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** Faults that go away by themselves: the connection, a proxy, a server that starts again. */
function isPassing(error: unknown): boolean {
  return isApiError(error) && (error.status === 0 || error.status === 429 || error.status >= 500);
}

interface Sending {
  readonly signal: AbortSignal;
  /** Called with the bytes that the server has of each file. */
  readonly onReceived: (received: readonly number[]) => void;
  /** Called with whether the server cannot be reached just now. */
  readonly onWaiting: (isWaiting: boolean) => void;
}

/** Sends what the server lacks, and goes on after the connection was lost. @throws ApiError, or the reason of the signal */
async function sendAll(upload: Upload, files: readonly File[], { signal, onReceived, onWaiting }: Sending): Promise<void> {
  const received = upload.files.map((file) => file.received);
  let failures = 0;
  let pieceBytes = FIRST_PIECE_BYTES;
  for (const [position, file] of files.entries()) {
    while ((received[position] ?? 0) < file.size) {
      signal.throwIfAborted();
      const offset = received[position] ?? 0;
      const piece = file.slice(offset, offset + pieceBytes);
      const begun = performance.now();
      try {
        received[position] = await sendPiece(upload.id, position, offset, piece, signal);
        if (piece.size === pieceBytes) pieceBytes = nextPieceBytes(pieceBytes, performance.now() - begun);
        failures = 0;
        onWaiting(false);
      } catch (error) {
        signal.throwIfAborted();
        if (isApiError(error, 'upload_offset')) {
          // an answer was lost, or another page sends the same file
          received[position] = (await readUpload(upload.id)).files[position]?.received ?? 0;
        } else if (isPassing(error)) {
          failures += 1;
          pieceBytes = nextPieceBytes(pieceBytes, Infinity);
          onWaiting(true);
          await waits(Math.min(LONGEST_WAIT_MS, 500 * 2 ** failures), signal);
        } else throw error;
      }
      onReceived([...received]);
    }
  }
}

/** Sends files, and lets the request import them. @returns the upload once the request has it, or has not taken it */
export async function sendUpload(upload: Upload, files: readonly File[], sending: Sending): Promise<Upload> {
  await sendAll(upload, files, sending);
  let seen = await finishUpload(upload.id);
  while (seen.state === 'unpacking') {
    await waits(LOOK_MS, sending.signal);
    seen = await readUpload(upload.id).catch((error: unknown) => {
      if (isPassing(error)) return seen;
      throw error;
    });
  }
  return seen;
}
