import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { NOTIFICATION_EVENTS, type NotificationEvent } from './notification-events.js';

const FEATURES = join(import.meta.dirname, '..');

describe('the notification events', () => {
  const source = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.spec|\.spec\.support|notification-events)\.ts$/.test(name))
    .map((name) => readFileSync(join(FEATURES, name), 'utf8'))
    .join('\n');
  const calls = source.matchAll(/\.(?:request|user|integration|follow|report|webhook)Event\(\s*\w+,\s*'(\w+)'/g);
  // a name in a type announces nothing
  const effects = source.matchAll(/(?<![|=]\s*)'notify:(\w+)'/g);
  const told = new Set([...calls, ...effects].map(([, id]) => id));

  it('are offered in forms if and only if something reports them', () => {
    const offered = NOTIFICATION_EVENTS.filter((event: NotificationEvent) => event.hidden !== true).map(({ id }) => id);

    expect(offered).to.deep.equal(NOTIFICATION_EVENTS.map(({ id }) => id).filter((id) => told.has(id)));
  });
});
