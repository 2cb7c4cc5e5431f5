module.exports = {
  'node-option': ['conditions=lectern-source', 'import=tsx'],
  extension: ['ts'],
  // resolved here, so that mocha finds it in whatever folder it is started
  require: [require.resolve('./core/src/platform/db/test-run.ts')],
  // generous, because a busy machine must not fail a test, and longer than two waits of `until`
  timeout: 600_000,
  exit: true,
};
