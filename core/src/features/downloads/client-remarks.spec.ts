import { createDetail, type Remark } from '@lectern/plugin-api';
import { expect } from 'chai';
import { createSpeakers, type Say } from '../../platform/words/index.js';
import { createGrabWorld } from '../requests/request-world.spec.support.js';

const MESSAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: { server_says: 'Der Usenet-Server sagt „{words}“.' },
  ar: { server_says: 'يقول خادم الأخبار «{words}».' },
};
const remark = createDetail({ server_says: 'The news server says “{words}”.' })('server_says', { words: 'quota 7 exceeded' });

const TOLD: readonly (readonly [language: 'de' | 'ar' | 'fr', words: RegExp])[] = [
  ['de', /Der Usenet-Server sagt „quota 7 exceeded“\./],
  ['ar', /يقول خادم الأخبار «\u2068?quota 7 exceeded\u2069?»\./],
  // the plugin has no French
  ['fr', /The news server says “quota 7 exceeded”\./],
];

describe('what a client says is wrong with a download', () => {
  let grabbing: Awaited<ReturnType<typeof createGrabWorld>>;

  beforeEach(async () => {
    grabbing = await createGrabWorld(3);
  });
  afterEach(() => grabbing.world.remove());

  async function poll(state: 'stalled' | 'downloading' | 'failed', error: Remark): Promise<void> {
    const { world, requestId, client, releases } = grabbing;
    await world.grab(requestId);
    const item = client.items.get(releases[0]?.infoHash ?? '');
    expect(item, 'the item of the client').to.not.equal(undefined);
    Object.assign(item ?? {}, { state, error });
    await world.poll();
  }

  /** All that an admin reads of the request. */
  async function read(say: Say): Promise<string> {
    const { world, requestId } = grabbing;
    const detail = await world.detail(requestId, world.callerOf('admin'), say);
    return [detail?.reason?.message, ...(detail?.timeline.map(({ message }) => message) ?? [])].join('\n');
  }

  const speakers = createSpeakers((plugin, tag) => (plugin === 'fake' ? MESSAGES[tag] : undefined));

  for (const state of ['stalled', 'downloading', 'failed'] as const) {
    it(`is said in the language of the reader while it is ${state}`, async () => {
      await poll(state, remark);

      for (const [language, words] of TOLD) expect(await read(await speakers.in(language)), language).to.match(words);
    });
  }

  it('is English once the plugin is gone', async () => {
    await poll('failed', remark);

    expect(await read(await createSpeakers().in('de'))).to.include('The news server says “quota 7 exceeded”.');
  });

  it('is as it came where the client itself said it', async () => {
    await poll('stalled', 'tracker unregistered');

    expect(await read(await speakers.in('de'))).to.include('tracker unregistered');
  });
});
