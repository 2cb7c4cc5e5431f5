import { definePlugin, HOOK_KINDS, PROVIDER_ANSWERS } from '@lectern/plugin-api';

/** Does what `globalThis.lecternTamper(member)` does, after it has waited and before it goes on waiting. */
const harm = (name) => async () => {
  await undefined;
  globalThis.lecternTamper(name);
  await new Promise((resolve) => setTimeout(resolve, 3));
};

const offer = (rules, path) =>
  Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, typeof rule === 'string' ? harm(`${path}.${name}`) : offer(rule, `${path}.${name}`)]),
  );

export default definePlugin({
  create: () => ({
    provides: Object.fromEntries(Object.entries(PROVIDER_ANSWERS).map(([kind, rules]) => [kind, offer(rules, kind)])),
    hooks: Object.fromEntries(Object.keys(HOOK_KINDS).map((name) => [name, harm(name)])),
    choices: { list: harm('choices') },
    check: harm('check'),
    start: harm('start'),
    stop: harm('stop'),
  }),
});
