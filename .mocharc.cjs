module.exports = {
  'node-option': ['conditions=lectern-source', 'import=tsx'],
  extension: ['ts'],
  // resolved here, so that mocha finds it in whatever folder it is started
  require: [require.resolve('./core/src/platform/db/test-run.ts')],
  timeout: 120_000,
  exit: true,
};
