import { Writable } from 'node:stream';

/** The last lines of a server's output. */
export interface LogTail {
  readonly stream: Writable;
  readonly text: () => string;
}

/** Keeps at least the last `length` characters. Cut once in a while, since to cut at each line copies all of it each time. */
export function createLogTail(length: number): LogTail {
  let log = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString();
      if (log.length > 2 * length) log = log.slice(-length);
      done();
    },
  });
  return { stream, text: () => log };
}
