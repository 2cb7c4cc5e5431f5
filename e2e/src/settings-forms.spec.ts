import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { requireOrSkip, setUpLectern, until, type LecternApi } from '@lectern/demo';
import type { Locator, Page } from 'playwright-core';
import { seriousFindings, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { becomes } from './becomes.spec.support.js';

const PLUGIN = { folder: 'form-plugin', id: 'notify-forms', packageName: 'lectern-plugin-forms' };

interface Saved {
  readonly id: string;
  readonly settings: Record<string, unknown>;
  readonly secretsSet: readonly string[];
}

const seen = (locator: Locator, timeout = 15_000) => locator.first().waitFor({ state: 'visible', timeout });

requireOrSkip('chromium')('settings forms in a browser', function () {
  this.timeout(90_000);
  let scene: BrowserScene;
  let api: LecternApi;
  let page: Page;
  let sent: Record<string, unknown>[];

  before(async function () {
    this.timeout(180_000);
    scene = await startBrowserScene({ plugins: [PLUGIN] });
    const password = () => randomBytes(12).toString('base64url');
    const adminPassword = password();
    const { admin } = await setUpLectern(scene.app.url, {
      ...{ setupToken: (await scene.app.setupToken()) ?? '', adminPassword, userPassword: password() },
      ...{ libraryDir: scene.sims.libraryDir, downloadDir: scene.sims.downloadDir, integrations: [] },
    });
    api = admin.api;
    page = await scene.open();
    await page.goto('/');
    await page.getByLabel('User name').fill(admin.username);
    await page.getByLabel('Password', { exact: true }).fill(adminPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await seen(page.getByRole('navigation', { name: 'Main' }));
    await page.exposeFunction('specSent', (request: Record<string, unknown>) => void sent.push(request));
    // The body of a Request object is out of reach of the protocol, so it is read in the page.
    await page.addInitScript(`{
      const real = window.fetch;
      window.fetch = async (input, init) => {
        const request = new Request(input, init);
        if (request.method !== 'GET') {
          const body = await request.clone().json().catch(() => ({}));
          await window.specSent({ ...body, method: request.method, path: new URL(request.url).pathname });
        }
        return real(request);
      };
    }`);
  });
  after(() => scene?.stop());
  beforeEach(() => {
    sent = [];
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(`${page?.url()}\n${scene?.problems.join('\n')}\n${scene?.log().slice(-1500)}`);
  });

  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const secret = (name: string) => page.locator(`input[type="password"]`).and(page.getByLabel(name, { exact: false }));
  const patches = () => sent.filter(({ method }) => method === 'PATCH');

  /** An integration with values of its own, through the API. */
  async function create(settings: Record<string, unknown> = {}): Promise<Saved> {
    const body = { pluginId: PLUGIN.id, name: 'Mine', settings: { apiKey: 'key-that-was-given', ...settings } };
    return (await api.call<{ integration: Saved }>('POST', '/api/admin/integrations', body)).integration;
  }

  const read = async (id: string) => (await api.call<{ integration: Saved }>('GET', `/api/admin/integrations/${id}`)).integration;

  async function open(saved: Saved): Promise<void> {
    await page.goto(`/admin/integrations/${saved.id}`);
    await seen(page.getByRole('heading', { level: 1, name: 'Mine' }));
  }

  async function openNew(): Promise<void> {
    await page.goto(`/admin/integrations/new?plugin=${PLUGIN.id}`);
    await seen(field('Plain text'));
  }

  async function save(): Promise<void> {
    await button('Save').click();
    await seen(page.getByText('Saved', { exact: false }));
    await button('Save').waitFor({ state: 'hidden' });
  }

  /** The message that belongs to an input, as assistive technology finds it. */
  async function messageOf(input: Locator): Promise<string> {
    await becomes(() => input.getAttribute('aria-invalid'), 'true', 'aria-invalid');
    const ids = ((await input.getAttribute('aria-describedby')) ?? '').split(' ').filter(Boolean);
    const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
    return texts.join(' ');
  }

  describe('draw every construct', () => {
    before(openNew);

    const constructs: readonly (readonly [string, string, () => Promise<unknown>, unknown])[] = [
      ['Plain text', 'A short text. Two characters at least.', () => field('Plain text').inputValue(), 'hello'],
      ['Long text', 'Several lines.', () => page.locator('textarea').and(page.getByLabel('Long text')).inputValue(), ''],
      ['Folder', 'A folder on the server.', () => field('Folder').inputValue(), '/srv'],
      ['Address', 'Where the service is.', () => field('Address').inputValue(), 'http://service.example:8080'],
      ['API key', 'Is needed.', () => secret('API key').inputValue(), ''],
      ['Ratio', 'A number with decimals.', () => field('Ratio').inputValue(), '0.5'],
      ['Count', 'A whole number.', () => field('Count').inputValue(), '3'],
      ['Flag', 'On or off.', () => page.getByRole('switch', { name: 'Flag' }).isChecked(), true],
      ['Colour', 'One of fixed words.', () => page.getByRole('combobox', { name: 'Colour' }).inputValue(), 'green'],
      ['Level', 'One of named numbers.', () => page.getByRole('combobox', { name: 'Level' }).inputValue(), 'Normal'],
      ['Days', 'Several of fixed words.', () => page.getByText('mon', { exact: true }).first().isVisible(), true],
      ['Words', 'A list of words.', () => page.getByText('one two', { exact: true }).count(), 1],
      ['Numbers', 'A list of whole numbers.', () => page.getByLabel('Numbers', { exact: true }).first().inputValue(), ''],
      ['Rules', 'A list of flat objects.', () => button('Add: Rules').count(), 1],
      ['Choice', 'One of what the service has.', () => page.getByRole('combobox', { name: 'Choice', exact: true }).inputValue(), ''],
      ['Choices', 'Several of what the service has.', () => page.getByRole('combobox', { name: 'Choices', exact: true }).inputValue(), ''],
      ['Way', 'How it is reached.', () => page.getByRole('combobox', { name: 'Way' }).inputValue(), 'Directly'],
    ];
    for (const [title, description, value, expected] of constructs) {
      it(`${title}: title, description and default`, async () => {
        await seen(page.getByText(new RegExp(`^${title}( \\*)?$`)));
        await seen(page.getByText(description, { exact: true }));
        await becomes(() => value(), expected);
      });
    }

    it('in the order and the groups of the hints, with their placeholders and keyboards', async () => {
      expect(await page.locator('fieldset > legend').allInnerTexts()).to.deep.equal([
        'Texts',
        'Keys',
        'Numbers',
        'Picks',
        'Lists',
        'Choices',
        'Way',
      ]);
      await becomes(() => field('Plain text').getAttribute('placeholder'), 'Something short');
      await becomes(() => field('Address').getAttribute('inputmode'), 'url');
      const tops = await Promise.all(['Plain text', 'Folder', 'Count'].map(async (name) => (await field(name).boundingBox())?.y ?? 0));
      expect(tops).to.deep.equal([...tops].sort((a, b) => a - b));
    });

    it('with what is advanced folded away until it is asked for', async () => {
      await becomes(() => field('Retries').isVisible(), false);
      await button('Advanced').click();
      await field('Retries').waitFor({ state: 'visible' });
      await becomes(() => field('Retries').inputValue(), '2');
    });

    it('with the branch that the values choose', async () => {
      await becomes(() => field('Proxy').count(), 0);
      await becomes(() => field('Direct note').count(), 1);
      await page.getByRole('combobox', { name: 'Way' }).click();
      await page.getByRole('option', { name: 'Through a proxy' }).click();
      await seen(field('Proxy'));
      await becomes(() => field('Direct note').count(), 0);
    });
  });

  describe('edit and save', () => {
    it('every construct, and read it back', async () => {
      const { id } = await create();
      await open({ id, settings: {}, secretsSet: [] });
      await field('Plain text').fill('good day');
      await page.locator('textarea').and(page.getByLabel('Long text')).fill('one\ntwo');
      await field('Folder').fill('/srv/books');
      await field('Ratio').fill('0.25');
      await field('Count').fill('7');
      await page.getByRole('switch', { name: 'Flag' }).setChecked(false);
      await page.getByRole('combobox', { name: 'Colour' }).click();
      await page.getByRole('option', { name: 'blue' }).click();
      await page.getByRole('combobox', { name: 'Level' }).click();
      await page.getByRole('option', { name: 'Quiet' }).click();
      await page.getByRole('combobox', { name: 'Days' }).press('ArrowDown');
      await page.getByRole('option', { name: 'wed' }).click();
      await page.keyboard.press('Escape');
      await page.getByLabel('Words', { exact: true }).first().fill('three four');
      await page.keyboard.press('Enter');
      await page.getByLabel('Numbers', { exact: true }).first().fill('4');
      await page.keyboard.press('Enter');
      await button('Add: Rules').click();
      await page.keyboard.type('First');
      await becomes(() => field('Weight').inputValue(), '1', 'a new entry has its defaults');
      await becomes(() => page.getByRole('combobox', { name: 'Kind' }).inputValue(), 'First kind');
      await becomes(() => page.getByRole('switch', { name: 'Active' }).isChecked(), true);
      await field('Weight').fill('5');
      await page.getByRole('combobox', { name: 'Kind' }).click();
      await page.getByRole('option', { name: 'Second kind' }).click();
      await page.getByRole('combobox', { name: 'Choice', exact: true }).click();
      await page.getByRole('option', { name: 'Beta' }).click();
      await page.getByRole('combobox', { name: 'Way' }).click();
      await page.getByRole('option', { name: 'Through a proxy' }).click();
      await field('Proxy').fill('proxy.example');
      await save();

      const { settings } = await read(id);
      expect(settings).to.deep.equal({
        ...{ text: 'good day', note: 'one\ntwo', folder: '/srv/books', address: 'http://service.example:8080' },
        ...{ ratio: 0.25, count: 7, flag: false, colour: 'blue', level: -1, days: ['mon', 'wed'] },
        ...{ words: ['one two', 'three four'], numbers: [4], rules: [{ name: 'First', weight: 5, kind: 'b', active: true }] },
        ...{ choice: 'beta', many: [], mode: 'proxy', proxyHost: 'proxy.example', retries: 2 },
      });
      await page.reload();
      await seen(field('Plain text'));
      await becomes(() => field('Plain text').inputValue(), 'good day');
      await becomes(() => field('Count').inputValue(), '7');
      await becomes(() => field('Rule name').inputValue(), 'First');
      await becomes(() => field('Proxy').inputValue(), 'proxy.example');
      const choice = async () => (await page.getByRole('combobox', { name: 'Choice', exact: true }).inputValue()) === 'Beta' || undefined;
      await until(choice, { timeoutMs: 10_000, what: 'the title of the choice' });
      await becomes(() => button('Save').count(), 0, 'nothing counts as changed');
    });

    it('a field that was emptied, which does not fill itself again', async () => {
      const saved = await create({ folder: '/srv/x', count: 4, choice: 'alpha' });
      await open(saved);
      await field('Folder').fill('');
      await field('Count').fill('');
      await becomes(() => field('Count').inputValue(), '');
      await field('Count').pressSequentially('9');
      await save();

      expect((await read(saved.id)).settings).to.include({ folder: '', count: 9 });
    });

    it('sends what was changed and nothing else', async () => {
      const saved = await create({ mode: 'proxy', proxyHost: 'proxy.example', note: 'mine' });
      await open(saved);
      await page.getByRole('combobox', { name: 'Way' }).click();
      await page.getByRole('option', { name: 'Directly' }).click();
      await field('Proxy').waitFor({ state: 'hidden' });
      // another admin, meanwhile
      await api.call('PATCH', `/api/admin/integrations/${saved.id}`, { settings: { note: 'theirs' } });
      await save();

      expect(patches().map(({ settings }) => settings)).to.deep.equal([{ mode: 'direct' }]);
      expect((await read(saved.id)).settings).to.include({ mode: 'direct', proxyHost: 'proxy.example', note: 'theirs' });
    });

    it('adds and removes entries of a list of objects', async () => {
      const saved = await create({ rules: [{ name: 'aa' }, { name: 'bb' }, { name: 'cc' }] });
      await open(saved);
      await becomes(() => button('Add: Rules').count(), 0, 'no more than allowed');
      await button('Remove entry 2').click();
      await button('Remove entry 1').click();
      await save();

      expect((await read(saved.id)).settings['rules']).to.deep.equal([{ name: 'cc', weight: 1, kind: 'a', active: true }]);
    });
  });

  describe('say what is wrong at its own field', () => {
    it('before anything is sent', async () => {
      await open(await create());
      await field('Plain text').fill('x');
      await field('Folder').fill('books');
      await field('Count').fill('11');
      await field('Ratio').fill('');
      await page.getByLabel('Words', { exact: true }).first().fill('y');
      await page.keyboard.press('Enter');
      await page.getByLabel('Numbers', { exact: true }).first().fill('101');
      await page.keyboard.press('Enter');
      await page.getByLabel('Numbers', { exact: true }).first().fill('many');
      await page.keyboard.press('Enter');
      await button('Add: Rules').click();
      await page.getByRole('combobox', { name: 'Way' }).click();
      await page.getByRole('option', { name: 'Through a proxy' }).click();
      await button('Advanced').click();
      await field('Retries').fill('6');
      await button('Advanced').click();
      await button('Save').click();

      await seen(page.getByText('Two characters at least.'));
      expect(await messageOf(field('Plain text'))).to.include('At least 2 characters.');
      expect(await messageOf(field('Folder'))).to.include('right form');
      expect(await messageOf(field('Count'))).to.include('At most 10.');
      expect(await messageOf(page.getByLabel('Words', { exact: true }).first())).to.include('“y”: At least 2 characters.');
      const numbers = await messageOf(page.getByLabel('Numbers', { exact: true }).first());
      expect(numbers).to.include('“101”: At most 100.').and.include('“many”: A whole number is needed.');
      expect(await messageOf(field('Rule name'))).to.include('This is needed.');
      expect(await messageOf(field('Proxy'))).to.include('This is needed.');
      await field('Retries').waitFor({ state: 'visible' });
      expect(await messageOf(field('Retries'))).to.include('At most 5.');
      await seen(page.getByText('9 fields need a correction.').or(page.getByText('8 fields need a correction.')));
      expect(patches()).to.deep.equal([]);

      await page.locator('[aria-invalid="true"]:focus').waitFor();
      await field('Plain text').fill('fine');
      await becomes(async () => (await field('Plain text').getAttribute('aria-invalid')) === 'true', false);
      await button('Discard').click();
      await becomes(() => page.locator('[aria-invalid="true"]').count(), 0);
    });

    it('as the server finds it', async () => {
      const saved = await create();
      await open(saved);
      await button('Replace: API key').click();
      await page.keyboard.type('••••••••');
      await button('Save').click();

      await seen(page.getByText('is a mask, not a value'));
      expect(await messageOf(secret('API key'))).to.include('is a mask, not a value');
      expect((await read(saved.id)).secretsSet).to.deep.equal(['apiKey']);
      await button('Discard').click();
    });

    it('as the service finds it', async () => {
      await open(await create());
      await button('Replace: API key').click();
      await page.keyboard.type('wrong-key');
      await button('Test').click();

      await seen(page.locator('[data-ok="false"]').getByText('The service refuses this key.'));
      expect(await messageOf(secret('API key'))).to.include('The service refuses this key.');
      await button('Discard').click();
    });

    it('wants a stored key again when the address leads elsewhere', async () => {
      const saved = await create({ address: 'http://one.example' });
      await open(saved);
      await field('Address').fill('http://two.example');
      await button('Save').click();

      await seen(page.getByText('has to be entered again', { exact: false }));
      expect((await read(saved.id)).settings).to.include({ address: 'http://one.example' });
      await button('Discard').click();
    });
  });

  describe('keep secrets', () => {
    it('shown as set or not set, never sent back', async () => {
      const answers: string[] = [];
      page.on('response', (response) => {
        if (response.url().includes('/api/admin/'))
          void response.text().then(
            (text) => answers.push(text),
            () => undefined,
          );
      });
      await open(await create({ apiKey: 'key-nobody-may-see' }));

      await seen(page.getByRole('group', { name: 'API key' }).getByText('Set', { exact: true }));
      await becomes(() => secret('Other key').inputValue(), '');
      expect(await page.content()).not.to.include('key-nobody-may-see');
      expect(answers.join('\n')).to.include('secretsSet').and.not.include('key-nobody-may-see');
    });

    it('that are left alone, replaced, removed and needed', async () => {
      const saved = await create({ otherKey: 'key-that-is-stored' });
      await open(saved);
      await field('Plain text').fill('changed');
      await save();
      expect(patches().at(-1)?.['settings']).to.deep.equal({ text: 'changed' });

      await button('Replace: Other key').click();
      await page.keyboard.type('key-that-is-new');
      await save();
      expect(patches().at(-1)?.['settings']).to.deep.equal({ otherKey: 'key-that-is-new' });
      await seen(button('Replace: Other key'));

      await becomes(() => button('Clear: API key').count(), 0, 'what is needed cannot be cleared');
      await button('Clear: Other key').click();
      await seen(page.getByText('Will be removed when you save'));
      await button('Keep it: Other key').click();
      await becomes(() => button('Save').count(), 0);
      await button('Clear: Other key').click();
      await save();
      expect(patches().at(-1)?.['settings']).to.deep.equal({ otherKey: null });
      expect((await read(saved.id)).secretsSet).to.deep.equal(['apiKey']);
      await seen(secret('Other key'));
    });
  });

  it('test with the values on screen: a key just typed together with one that is stored', async () => {
    const saved = await create({ otherKey: 'key-that-is-stored' });
    await open(saved);
    await field('Plain text').fill('unsaved');
    await button('Replace: API key').click();
    await page.keyboard.type('key-on-screen');
    await button('Add: Rules').click();
    await page.keyboard.type('typed');
    await button('Test').click();

    await seen(page.getByText('Text unsaved; rules typed 1.'));
    await seen(page.getByText('The pair of keys fits.'));
    expect((await read(saved.id)).settings).to.include({ text: 'hello' });
    await button('Discard').click();
  });

  describe('offer what the service has', () => {
    it('after loading, again when told to, and by hand while it is out of reach', async () => {
      const saved = await create({ text: 'slow', choice: 'alpha' });
      await open(saved);
      const choice = page.getByRole('combobox', { name: 'Choice', exact: true });
      const refresh = button('Fetch the options again: Choice');
      await choice.click();
      await seen(page.locator('button[aria-busy="true"]'));
      await page.getByRole('option', { name: /^Fetched/ }).waitFor({ state: 'visible' });
      const before = await page.getByRole('option', { name: /^Fetched/ }).innerText();
      await page.keyboard.press('Escape');
      await refresh.click();
      await page.locator('button[aria-busy="true"]').first().waitFor({ state: 'hidden' });
      await choice.click();
      await page.getByRole('option', { name: /^Fetched/ }).waitFor({ state: 'visible' });
      await becomes(async () => (await page.getByRole('option', { name: /^Fetched/ }).innerText()) !== before, true, 'new options');
      await page.keyboard.press('Escape');

      await field('Plain text').fill('fail');
      await seen(page.getByText('The list is out of reach.', { exact: false }));
      await field('Choice').fill('typed by hand');
      await save();
      expect((await read(saved.id)).settings).to.include({ choice: 'typed by hand' });

      await field('Plain text').fill('works');
      await refresh.click();
      await seen(page.getByRole('combobox', { name: 'Choice', exact: true }));
      await becomes(() => page.getByRole('combobox', { name: 'Choice', exact: true }).inputValue(), 'typed by hand');
      await button('Discard').click();
    });

    it('once the fields it needs are filled', async () => {
      await openNew();
      await page.getByRole('combobox', { name: 'Choice', exact: true }).click();
      await seen(page.getByText('Fill this in first: API key.'));
      await page.keyboard.press('Escape');
      await secret('API key').fill('key-that-is-typed');
      await page.getByLabel('Choices', { exact: true }).first().click();
      await page.getByRole('option', { name: 'Alpha' }).click();
      await page.keyboard.press('Escape');
      expect(sent.filter(({ path }) => String(path).endsWith('/choices')).length).to.be.greaterThan(0);
      page.once('dialog', (dialog) => void dialog.accept());
      await page.goto('/admin/integrations');
    });
  });

  describe('guard what is not saved', () => {
    it('against links, the back button and closing', async () => {
      const saved = await create();
      await page.goto('/admin/integrations');
      await page.getByRole('link', { name: 'Edit: Mine' }).first().click();
      await seen(field('Plain text'));
      const path = new URL(page.url()).pathname;
      await field('Plain text').fill('mine alone');

      const asked: string[] = [];
      const refuse = (dialog: { type(): string; dismiss(): Promise<void> }) => {
        asked.push(dialog.type());
        void dialog.dismiss();
      };
      page.on('dialog', refuse);
      await page.getByRole('link', { name: 'Jobs' }).click();
      await page.goBack().catch(() => undefined);
      // the address goes back and forth before it is settled
      const settled = async () => (asked.length === 2 && new URL(page.url()).pathname === path ? true : undefined);
      await until(settled, { timeoutMs: 10_000, what: 'the page to stay' });
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
      await page.close({ runBeforeUnload: true });
      await until(async () => (asked.length === 3 ? true : undefined), { timeoutMs: 10_000, what: 'the question of the browser' });
      page.off('dialog', refuse);
      expect(asked).to.deep.equal(['confirm', 'confirm', 'beforeunload']);
      expect(new URL(page.url()).pathname).to.equal(path);
      await becomes(() => field('Plain text').inputValue(), 'mine alone');

      await button('Discard').click();
      await page.getByRole('link', { name: 'Jobs' }).click();
      await page.waitForURL('**/admin/jobs');
      expect((await read(saved.id)).settings).to.include({ text: 'hello' });
    });

    it('on the page of a new one, until it is added', async () => {
      await openNew();
      await field('Plain text').fill('new one');
      page.once('dialog', (dialog) => void dialog.dismiss());
      await page.getByRole('link', { name: 'Jobs' }).click();
      expect(new URL(page.url()).pathname).to.equal('/admin/integrations/new');
      await secret('API key').fill('key-of-the-new-one');
      await button('Add').click();
      await page.waitForURL('**/admin/integrations');
      const { items } = await api.call<{ items: Saved[] }>('GET', '/api/admin/integrations');
      expect(items.at(-1)?.settings ?? items[0]?.settings).to.include.any.keys('text');
      expect(items.some(({ settings }) => settings['text'] === 'new one')).to.equal(true);
    });
  });

  it('send a real test message, with what is saved', async () => {
    const saved = await create({ text: 'refuse' });
    await open(saved);
    await button('Send test message').click();
    await seen(page.locator('[data-ok="false"]').getByText('The key is refused.'));

    await field('Plain text').fill('accept');
    await seen(page.getByText('Save your changes first', { exact: false }));
    await becomes(() => button('Send test message').isDisabled(), true);
    await save();
    await button('Send test message').click();
    await seen(page.locator('[data-ok="true"]').getByText('The message was accepted', { exact: false }));
  });

  it('go by keyboard alone', async () => {
    const saved = await create();
    await open(saved);
    await field('Plain text').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('typed');
    const reached: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate<string>(
        `(() => { const at = document.activeElement; const label = at?.id && document.querySelector('label[for="' + CSS.escape(at.id) + '"]'); return at?.getAttribute('aria-label') ?? label?.textContent ?? at?.textContent ?? ''; })()`,
      );
      reached.push(name.replace(/\s*\*$/, '').trim());
      if (name.startsWith('Flag')) await page.keyboard.press('Space');
      if (name.startsWith('Level')) {
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
      }
      if (name.startsWith('Add: Rules') && !reached.includes('Rule name')) {
        await page.keyboard.press('Enter');
        await page.keyboard.type('by keyboard');
        reached.push('Rule name');
      }
      if (name === 'Save') {
        await page.keyboard.press('Enter');
        break;
      }
    }
    await button('Save').waitFor({ state: 'hidden' });
    const { settings } = await read(saved.id);
    expect(settings, reached.join(' → ')).to.deep.include({ text: 'typed', flag: false, level: 1 });
    expect(settings['rules']).to.deep.equal([{ name: 'by keyboard', weight: 1, kind: 'a', active: true }]);
    expect(reached).to.include.members([
      'Long text',
      'Folder',
      'Replace: API key',
      'Other key',
      'Ratio',
      'Colour',
      'Days',
      'Words',
      'Choice',
    ]);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [device, viewport] of [
      ['desktop', { width: 1440, height: 900 }],
      ['phone', { width: 390, height: 844 }],
    ] as const) {
      it(`have no serious finding of axe, and fit: ${device}, ${colorScheme}`, async () => {
        const saved = await create({ rules: [{ name: 'aa' }], many: ['alpha'], otherKey: 'key-that-is-stored' });
        const state = await page.context().storageState();
        const phone = device === 'phone' ? { hasTouch: true, isMobile: true } : {};
        const other = await scene.open({ colorScheme, viewport, storageState: state, ...phone });
        const found: string[] = [];
        for (const path of [`/admin/integrations/${saved.id}`, `/admin/integrations/new?plugin=${PLUGIN.id}`]) {
          await other.goto(path);
          await seen(other.getByRole('textbox', { name: 'Plain text' }));
          await other.getByRole('button', { name: 'Advanced' }).click();
          await other.getByRole('textbox', { name: 'Plain text' }).fill('x');
          await other.getByRole('button', { name: 'Test', exact: true }).click();
          await seen(other.getByText('At least 2 characters.'));
          found.push(...(await seriousFindings(other)).map((finding) => `${path} ${finding}`));
          expect(await other.evaluate<number>('document.documentElement.scrollWidth'), path).to.be.at.most(viewport.width);
        }
        await other.context().close();
        expect(found).to.deep.equal([]);
      });
    }
  }

  it('say nothing on the console but what was refused', () => {
    expect(scene.problems.filter((problem) => !/status of (422|502)/.test(problem))).to.deep.equal([]);
  });
});
