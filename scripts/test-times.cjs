// Loaded by mocha in each process that runs tests: one line of JSON in LECTERN_TEST_TIMES_LOG when a spec file begins, and another with
// what it cost when it has ended.
const { appendFileSync, readdirSync, readFileSync } = require('node:fs');
const { relative, sep } = require('node:path');

const log = process.env.LECTERN_TEST_TIMES_LOG;

/** Milliseconds of a tick in /proc/<pid>/stat: Linux shows user space 100 ticks a second on every machine. */
const MS_PER_TICK = 10;

/** Parent and ticks of a process; `undefined` when it has ended meanwhile. */
function statOf(pid) {
  try {
    // what stands before is the name in brackets, which may hold blanks
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    // utime, stime, and the same of children that have ended: fields 14 to 17 of proc(5)
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { pid, parent: Number(fields[1]), ticks };
  } catch {
    return undefined;
  }
}

/** Milliseconds of processor time of this process and all its descendants; its own alone where there is no /proc. */
function processorMs() {
  let names;
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
  const all = names.flatMap((pid) => statOf(Number(pid)) ?? []);
  const family = new Set([process.pid]);
  let size = 0;
  while (size !== family.size) {
    size = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  return all.reduce((sum, { pid, ticks }) => sum + (family.has(pid) ? ticks : 0), 0) * MS_PER_TICK;
}

let started = { wall: performance.now(), cpu: 0 };

const fileOf = ({ parent }) => {
  const file = parent.suites[0]?.file;
  return file && relative(process.cwd(), file).split(sep).join('/');
};

exports.mochaHooks = {
  beforeAll() {
    const file = log && fileOf(this.test);
    if (file) appendFileSync(log, `${JSON.stringify({ file, begun: true })}\n`);
  },
  afterAll() {
    if (!log) return;
    const file = fileOf(this.test);
    const now = { wall: performance.now(), cpu: processorMs() };
    if (file) {
      const cost = {
        file,
        wallMs: Math.round(now.wall - started.wall),
        cpuMs: Math.round(now.cpu - started.cpu),
      };
      appendFileSync(log, `${JSON.stringify(cost)}\n`);
    }
    started = now;
  },
};
