import { definePlugin, HOOK_ANSWERS, PROVIDER_ANSWERS } from '@lectern/plugin-api';

/** Members that are no functions. */
const HELD = ['protocols', 'regions', 'kind', 'buttonText'];

/** Answers everything it is asked, and holds in everything it has, what `globalThis.lecternWrongAnswer()` makes. */
const wrong = () => globalThis.lecternWrongAnswer();
const answer = async () => wrong();

function offer(rules) {
  const offered = {};
  for (const [name, rule] of Object.entries(rules)) {
    if (HELD.includes(name)) Object.defineProperty(offered, name, { get: wrong });
    else offered[name] = typeof rule === 'string' ? answer : offer(rule);
  }
  return offered;
}

export default definePlugin({
  create: () => ({
    provides: offer(PROVIDER_ANSWERS),
    hooks: Object.fromEntries(Object.keys(HOOK_ANSWERS).map((name) => [name, answer])),
    choices: { list: answer },
    check: answer,
  }),
});
