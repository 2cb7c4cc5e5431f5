import { constants } from 'node:zlib';
import compress from 'koa-compress';

/** Below this an answer fits into a packet or two, and compressing it costs more than it saves. */
const THRESHOLD_BYTES = 1024;

/** Cheap levels: the answers are made anew for everybody, so the time of the server counts more than the last tenth of the bytes. */
const QUICK = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  gzip: { level: 3 },
};

/**
 * Compresses the answers of routes that ask for it by `compress`. The others are sent as they are: whoever can see how
 * long a compressed answer is, and have something of their own in it, can find out what else is in it (BREACH).
 */
export const compressAnswers = compress({
  ...QUICK,
  threshold: THRESHOLD_BYTES,
  deflate: false,
  zstd: false,
  encodingPreference: ['br', 'gzip'],
});
