// mocha's spec reporter, and at its end what machines that read logs want to know: what passed only when it was
// repeated, which files took longest, and the counts as a plain line.
const { relative } = require('node:path');
const { reporters } = require('mocha');

const SLOWEST = 12;

module.exports = class LecternReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    this.repeated = [];
    this.byFile = new Map();
    const spend = (runnable) => {
      const file = runnable.file ?? runnable.parent?.file;
      if (file) this.byFile.set(file, (this.byFile.get(file) ?? 0) + (runnable.duration ?? 0));
    };
    runner.on('retry', (test, error) => this.repeated.push(`${test.fullTitle()}: ${error?.message ?? error}`));
    runner.on('test end', spend);
    runner.on('hook end', spend);
  }

  /** After the summary of the base class, before the process may end. */
  done(failures, end) {
    const { passes, pending } = this.stats;
    const slowest = [...this.byFile].sort((a, b) => b[1] - a[1]).slice(0, SLOWEST);
    console.log(`Slowest files: ${slowest.map(([file, ms]) => `${relative('.', file)} ${Math.round(ms / 1000)} s`).join(', ')}`);
    for (const line of this.repeated) console.log(`Repeated: ${line}`);
    console.log(`${passes} passed, ${this.stats.failures} failed, ${pending} skipped`);
    end(failures);
  }
};
