// mocha's spec reporter, with the counts as a plain closing line for machines that read logs.
const { reporters } = require('mocha');

module.exports = class LecternReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      // after the summary of the base class, which listens to the same event
      setImmediate(() => console.log(`${passes} passed, ${failures} failed, ${pending} skipped`));
    });
  }
};
