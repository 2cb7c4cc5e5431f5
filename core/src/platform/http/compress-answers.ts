import { constants } from 'node:zlib';
import compress from 'koa-compress';

/** A smaller answer fits into a packet or two, so compressing it costs more than it saves. */
const THRESHOLD_BYTES = 1024;

/** Low levels, because each answer is compressed anew and the server's time matters more than a tenth of the bytes. */
const QUICK = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  gzip: { level: 3 },
};

/**
 * Compresses the answers of routes that declare `compress`. The others are not compressed, because somebody who sees the
 * length of compressed answers and controls a part of them can find out what else they contain (BREACH).
 */
export const compressAnswers = compress({
  ...QUICK,
  threshold: THRESHOLD_BYTES,
  deflate: false,
  zstd: false,
  encodingPreference: ['br', 'gzip'],
});
