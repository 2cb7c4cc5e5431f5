import { pipeline, Transform, type Readable } from 'node:stream';

/** The conditions for cutting a stream off. */
export interface Watch {
  /** The announced number of bytes. */
  readonly bytes: number;
  /** Called from time to time during the transfer. */
  readonly mayGoOn: () => Promise<boolean>;
  /** Milliseconds between two looks. */
  readonly everyMs: number;
  /** Milliseconds in which a reader must accept data. */
  readonly stallMs: number;
  /** Called at the end, whatever the reason. */
  readonly onEnd: () => void;
}

/**
 * Passes a stream on until its reader may no longer have it, stops reading, or the stream is shorter than announced.
 * Then it ends with an error, which cuts the connection, so that nobody takes the part for the whole.
 */
export function watchStream(source: Readable, { bytes, mayGoOn, everyMs, stallMs, onEnd }: Watch): Readable {
  let sent = 0;
  let moved = performance.now();
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sent += chunk.length;
      moved = performance.now();
      done(null, chunk);
    },
    flush(done) {
      done(sent === bytes ? null : new Error(`${sent} bytes came of ${bytes}`));
    },
  });
  const look = async (): Promise<void> => {
    if (performance.now() - moved > stallMs) stream.destroy(new Error('the reader takes nothing any more'));
    else if (!(await mayGoOn())) stream.destroy(new Error('the reader may not have it any more'));
  };
  const timer = setInterval(() => void look().catch((error: unknown) => stream.destroy(error as Error)), everyMs).unref();
  pipeline(source, stream, () => {
    clearInterval(timer);
    onEnd();
  });
  return stream;
}
