// mocha's spec reporter, and at its end what machines that read logs want to know: which folders and files took longest,
// and the counts as a plain line.
const { dirname, relative } = require('node:path');
const { reporters } = require('mocha');

const SLOWEST = 12;

function slowestOf(byPath) {
  const slowest = [...byPath].sort((a, b) => b[1] - a[1]).slice(0, SLOWEST);
  return slowest.map(([path, ms]) => `${relative('.', path)} ${Math.round(ms / 1000)} s`).join(', ');
}

module.exports = class LecternReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    this.byFile = new Map();
    const spend = (runnable) => {
      const file = runnable.file ?? runnable.parent?.file;
      if (file) this.byFile.set(file, (this.byFile.get(file) ?? 0) + (runnable.duration ?? 0));
    };
    runner.on('test end', spend);
    runner.on('hook end', spend);
  }

  /** After the summary of the base class, before the process may end. */
  done(failures, end) {
    const { passes, pending } = this.stats;
    const byFolder = new Map();
    for (const [file, ms] of this.byFile) byFolder.set(dirname(file), (byFolder.get(dirname(file)) ?? 0) + ms);
    console.log(`Slowest folders: ${slowestOf(byFolder)}`);
    console.log(`Slowest files: ${slowestOf(this.byFile)}`);
    console.log(`${passes} passed, ${this.stats.failures} failed, ${pending} skipped`);
    end(failures);
  }
};
