import { pipeline, Transform, type Readable } from 'node:stream';

/** When what is being sent is cut off. */
export interface Watch {
  /** Bytes that were announced. */
  readonly bytes: number;
  /** Asked now and then while it runs. */
  readonly mayGoOn: () => Promise<boolean>;
  /** Milliseconds between two looks. */
  readonly everyMs: number;
  /** Milliseconds in which a reader has to take something. */
  readonly stallMs: number;
  /** Called once it is over, for whatever reason. */
  readonly onEnd: () => void;
}

/**
 * Passes a stream on until its reader may no longer have it, takes nothing any more, or there is less of it than was
 * announced. It ends with an error then, which cuts the connection, so that nobody takes the part for the whole.
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
