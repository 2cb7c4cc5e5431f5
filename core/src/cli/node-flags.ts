/**
 * How Node.js is started for the server. V8 lets the space for new objects grow from 3 to 48 MB, which an idle server then
 * keeps; with half of it, it stays about 15 MB smaller. It begins with that, because a start fills the space many times.
 */
export const NODE_FLAGS: readonly string[] = ['--max-semi-space-size=8', '--min-semi-space-size=8'];
