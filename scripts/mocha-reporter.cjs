// mocha's spec reporter, and at its end the counts as a plain line for machines that read logs. Where several runs of mocha make up
// one of tests, each leaves its counts in LECTERN_TEST_COUNTS instead, and who started them adds them up.
const { appendFileSync } = require('node:fs');
const { reporters } = require('mocha');

module.exports = class LecternReporter extends reporters.Spec {
  /** After the summary of the base class, before the process may end. */
  done(failures, end) {
    const { passes, failures: failed, pending } = this.stats;
    const file = process.env.LECTERN_TEST_COUNTS;
    if (file) appendFileSync(file, `${JSON.stringify({ passed: passes, failed, skipped: pending })}\n`);
    else console.log(`${passes} passed, ${failed} failed, ${pending} skipped`);
    end(failures);
  }
};
