/**
 * Flags of Node.js for the server. V8 lets the space for new objects grow from 3 to 48 MB, and an idle server keeps it.
 * With half of that, an idle server is about 15 MB smaller. The space has that size from the beginning, because a start
 * fills it many times.
 */
export const NODE_FLAGS: readonly string[] = ['--max-semi-space-size=8', '--min-semi-space-size=8'];
