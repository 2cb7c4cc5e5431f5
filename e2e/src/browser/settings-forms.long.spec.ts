import { expect } from 'chai';
import { requireOrSkip, until } from '@lectern/testbed';
import type { Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { seen, useSettingsForms, type Saved, type SettingsForms } from './settings-forms.spec.support.js';
import { typeInFocus } from './type-in-focus.spec.support.js';

requireOrSkip('chromium')('settings forms in a browser', () => {
  let forms: SettingsForms;
  let page: Page;

  useSettingsForms((opened) => {
    forms = opened;
    ({ page } = opened);
  });

  describe('edit and save', () => {
    it('numbers key by key, in a language with a decimal comma as well', async () => {
      const { id } = await forms.create({ ratio: 0.5, count: 10 });
      for (const [locale, before, typed, ratio] of [
        ['en-US', '0.5', '0.25', 0.25],
        ['de-DE', '0,25', '0,75', 0.75],
      ] as const) {
        const storageState = await page.context().storageState();
        const other = await forms.scene.open({ locale, storageState });
        await other.goto(`/admin/integrations/${id}`);
        const field = other.getByRole('textbox', { name: 'Ratio', exact: true });
        await becomes(() => field.inputValue(), before);
        await field.selectText();
        await field.pressSequentially(typed);
        const count = other.getByRole('textbox', { name: 'Count', exact: true });
        await count.focus();
        await other.keyboard.press('Home');
        await other.keyboard.press('Delete');
        await other.keyboard.press('4');

        expect([await field.inputValue(), await count.inputValue()]).to.deep.equal([typed, '40']);
        await count.fill('10');
        await other.getByRole('button', { name: /^(Save|Speichern)$/ }).click();
        await until(async () => ((await forms.read(id)).settings['ratio'] === ratio ? true : undefined), { what: 'the ratio to be saved' });
        await other.context().close();
      }
    });

    it('every construct, and read it back', async () => {
      const { id } = await forms.create();
      await forms.open({ id });
      await forms.field('Plain text').fill('good day');
      await page.locator('textarea').and(page.getByLabel('Long text')).fill('one\ntwo');
      await forms.field('Folder').fill('/srv/books');
      await forms.field('Ratio').fill('0.25');
      await forms.field('Count').fill('7');
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
      await forms.button('Add: Rules').click();
      await typeInFocus(page, 'First');
      await becomes(() => forms.field('Weight').inputValue(), '1', 'a new entry has its defaults');
      await becomes(() => page.getByRole('combobox', { name: 'Kind' }).inputValue(), 'First kind');
      await becomes(() => page.getByRole('switch', { name: 'Active' }).isChecked(), true);
      await forms.field('Weight').fill('5');
      await page.getByRole('combobox', { name: 'Kind' }).click();
      await page.getByRole('option', { name: 'Second kind' }).click();
      await page.getByRole('combobox', { name: 'Choice', exact: true }).click();
      await page.getByRole('option', { name: 'Beta' }).click();
      await page.getByRole('combobox', { name: 'Way' }).click();
      await page.getByRole('option', { name: 'Through a proxy' }).click();
      await forms.field('Proxy').fill('proxy.example');
      await forms.save();

      const { settings } = await forms.read(id);
      expect(settings).to.deep.equal({
        text: 'good day',
        note: 'one\ntwo',
        folder: '/srv/books',
        address: 'http://service.example:8080',
        ratio: 0.25,
        count: 7,
        flag: false,
        colour: 'blue',
        level: -1,
        days: ['mon', 'wed'],
        words: ['one two', 'three four'],
        numbers: [4],
        rules: [{ name: 'First', weight: 5, kind: 'b', active: true }],
        choice: 'beta',
        many: [],
        mode: 'proxy',
        proxyHost: 'proxy.example',
        retries: 2,
      });
      await page.reload();
      await seen(forms.field('Plain text'));
      await becomes(() => forms.field('Plain text').inputValue(), 'good day');
      await becomes(() => forms.field('Count').inputValue(), '7');
      await becomes(() => forms.field('Rule name').inputValue(), 'First');
      await becomes(() => forms.field('Proxy').inputValue(), 'proxy.example');
      const choice = async () => (await page.getByRole('combobox', { name: 'Choice', exact: true }).inputValue()) === 'Beta' || undefined;
      await until(choice, { what: 'the title of the choice' });
      await becomes(() => forms.button('Save').count(), 0, 'nothing counts as changed');
    });

    it('an emptied field, which is not refilled', async () => {
      const saved = await forms.create({ folder: '/srv/x', count: 4, choice: 'alpha' });
      await forms.open(saved);
      await forms.field('Folder').fill('');
      await forms.field('Count').fill('');
      await becomes(() => forms.field('Count').inputValue(), '');
      await forms.field('Count').pressSequentially('9');
      await forms.save();

      expect((await forms.read(saved.id)).settings).to.include({ folder: '', count: 9 });
    });

    it('send only what was changed', async () => {
      const saved = await forms.create({ mode: 'proxy', proxyHost: 'proxy.example', note: 'mine' });
      await forms.open(saved);
      await page.getByRole('combobox', { name: 'Way' }).click();
      await page.getByRole('option', { name: 'Directly' }).click();
      await forms.field('Proxy').waitFor({ state: 'hidden' });
      // another admin, meanwhile
      await forms.api.call('PATCH', `/api/admin/integrations/${saved.id}`, { settings: { note: 'theirs' } });
      await forms.save();

      expect(forms.patches().map(({ settings }) => settings)).to.deep.equal([{ mode: 'direct' }]);
      expect((await forms.read(saved.id)).settings).to.include({ mode: 'direct', proxyHost: 'proxy.example', note: 'theirs' });
    });

    it('add and remove entries of a list of objects', async () => {
      const saved = await forms.create({ rules: [{ name: 'aa' }, { name: 'bb' }, { name: 'cc' }] });
      await forms.open(saved);
      await becomes(() => forms.button('Add: Rules').count(), 0, 'no more than allowed');
      await forms.button('Remove entry 2').click();
      await forms.button('Remove entry 1').click();
      await forms.save();

      expect((await forms.read(saved.id)).settings['rules']).to.deep.equal([{ name: 'cc', weight: 1, kind: 'a', active: true }]);
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
      await forms.open(await forms.create({ apiKey: 'key-nobody-may-see' }));

      await seen(page.getByRole('group', { name: 'API key' }).getByText('Saved', { exact: true }));
      await becomes(() => forms.secret('Other key').inputValue(), '');
      expect(await page.content()).not.to.include('key-nobody-may-see');
      expect(answers.join('\n')).to.include('secretsSet').and.not.include('key-nobody-may-see');
    });

    it('left alone, replaced, removed and required', async () => {
      const saved = await forms.create({ otherKey: 'key-that-is-stored' });
      await forms.open(saved);
      await forms.field('Plain text').fill('changed');
      await forms.save();
      expect(forms.patches().at(-1)?.['settings']).to.deep.equal({ text: 'changed' });

      await forms.button('Replace: Other key').click();
      await typeInFocus(page, 'key-that-is-new');
      await forms.save();
      expect(forms.patches().at(-1)?.['settings']).to.deep.equal({ otherKey: 'key-that-is-new' });
      await seen(forms.button('Replace: Other key'));

      await becomes(() => forms.button('Clear: API key').count(), 0, 'what is needed cannot be cleared');
      await forms.button('Clear: Other key').click();
      await seen(page.getByText('Will be removed when you save'));
      await forms.button('Keep it: Other key').click();
      await becomes(() => forms.button('Save').count(), 0);
      await forms.button('Clear: Other key').click();
      await forms.save();
      expect(forms.patches().at(-1)?.['settings']).to.deep.equal({ otherKey: null });
      expect((await forms.read(saved.id)).secretsSet).to.deep.equal(['apiKey']);
      await seen(forms.secret('Other key'));
    });
  });

  it('test with the values on screen: a key just typed together with one that is stored', async () => {
    const saved = await forms.create({ otherKey: 'key-that-is-stored' });
    await forms.open(saved);
    await forms.field('Plain text').fill('unsaved');
    await forms.button('Replace: API key').click();
    await typeInFocus(page, 'key-on-screen');
    await forms.button('Add: Rules').click();
    await typeInFocus(page, 'typed');
    await forms.button('Test').click();

    await seen(page.getByText('Text unsaved; rules typed 1.'));
    await seen(page.getByText('The pair of keys fits.'));
    expect((await forms.read(saved.id)).settings).to.include({ text: 'hello' });
    await forms.button('Discard').click();
  });

  describe('offer the service’s lists', () => {
    it('after loading, again on request, and by hand while it is unreachable', async () => {
      const saved = await forms.create({ text: 'slow', choice: 'alpha' });
      await forms.open(saved);
      const choice = page.getByRole('combobox', { name: 'Choice', exact: true });
      const refresh = forms.button('Reload the options: Choice');
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

      await forms.field('Plain text').fill('fail');
      await seen(page.getByText('The list is out of reach.', { exact: false }));
      await forms.field('Choice').fill('typed by hand');
      await forms.save();
      expect((await forms.read(saved.id)).settings).to.include({ choice: 'typed by hand' });

      await forms.field('Plain text').fill('works');
      await refresh.click();
      await seen(page.getByRole('combobox', { name: 'Choice', exact: true }));
      await becomes(() => page.getByRole('combobox', { name: 'Choice', exact: true }).inputValue(), 'typed by hand');
      await forms.button('Discard').click();
    });

    it('once the required fields are filled in', async () => {
      await forms.openNew();
      await page.getByRole('combobox', { name: 'Choice', exact: true }).click();
      await seen(page.getByText('Fill in first: API key.'));
      await page.keyboard.press('Escape');
      await forms.secret('API key').fill('key-that-is-typed');
      await page.getByLabel('Choices', { exact: true }).first().click();
      await page.getByRole('option', { name: 'Alpha' }).click();
      await page.keyboard.press('Escape');
      expect(forms.sent.filter(({ path }) => String(path).endsWith('/choices')).length).to.be.greaterThan(0);
      page.once('dialog', (dialog) => void dialog.accept());
      await page.goto('/admin/integrations');
    });
  });

  describe('guard unsaved changes', () => {
    async function stay(): Promise<void> {
      const question = page.getByRole('dialog', { name: 'Leave without saving your changes?' });
      await question.getByRole('button', { name: 'Stay here' }).click();
      await becomes(() => question.count(), 0);
    }

    it('against links, the back button and closing', async () => {
      const saved = await forms.create();
      await page.goto('/admin/integrations');
      await page.getByRole('link', { name: 'Edit: Mine' }).first().click();
      await seen(forms.field('Plain text'));
      const path = new URL(page.url()).pathname;
      await forms.field('Plain text').fill('mine alone');

      const asked: string[] = [];
      const refuse = (dialog: { type(): string; dismiss(): Promise<void> }) => {
        asked.push(dialog.type());
        void dialog.dismiss();
      };
      page.on('dialog', refuse);
      await page.getByRole('link', { name: 'Jobs' }).click();
      await stay();
      await page.evaluate('history.back()');
      await stay();
      // the address goes back and forth before it is settled
      await becomes(async () => new URL(page.url()).pathname, path);
      await page.close({ runBeforeUnload: true });
      await until(async () => (asked.length === 1 ? true : undefined), { what: 'the question of the browser' });
      page.off('dialog', refuse);
      expect(asked).to.deep.equal(['beforeunload']);
      expect(new URL(page.url()).pathname).to.equal(path);
      await becomes(() => forms.field('Plain text').inputValue(), 'mine alone');

      await forms.button('Discard').click();
      await page.getByRole('link', { name: 'Jobs' }).click();
      await page.waitForURL('**/admin/jobs');
      expect((await forms.read(saved.id)).settings).to.include({ text: 'hello' });
    });

    it('on the page of a new integration, until it is added', async () => {
      await forms.openNew();
      await forms.field('Plain text').fill('new one');
      await page.getByRole('link', { name: 'Jobs' }).click();
      await stay();
      expect(new URL(page.url()).pathname).to.equal('/admin/integrations/new');
      await forms.secret('API key').fill('key-of-the-new-one');
      await forms.button('Add').click();
      await page.waitForURL('**/admin/integrations');
      const { items } = await forms.api.call<{ items: Saved[] }>('GET', '/api/admin/integrations');
      expect(items.at(-1)?.settings ?? items[0]?.settings).to.include.any.keys('text');
      expect(items.some(({ settings }) => settings['text'] === 'new one')).to.equal(true);
    });
  });

  it('ask before they are left with unsaved changes', async () => {
    await forms.open(await forms.create());
    await forms.field('Plain text').fill('half written');
    const home = page.getByRole('link', { name: 'Home', exact: true }).first();
    const question = page.getByRole('dialog', { name: 'Leave without saving your changes?' });

    await home.click();
    await question.getByRole('button', { name: 'Stay here' }).click();
    await becomes(() => question.count(), 0);
    expect(await forms.field('Plain text').inputValue()).to.equal('half written');

    await home.click();
    await question.getByRole('button', { name: 'Leave', exact: true }).click();
    await seen(page.getByRole('heading', { level: 1, name: /^Good/ }));
  });

  it('send a real test message, with the saved values', async () => {
    const saved = await forms.create({ text: 'refuse' });
    await forms.open(saved);
    await forms.button('Send test message').click();
    await seen(page.locator('[data-ok="false"]').getByText('The key is refused.'));

    await forms.field('Plain text').fill('accept');
    await seen(page.getByText('Save your changes first', { exact: false }));
    await becomes(() => forms.button('Send test message').isDisabled(), true);
    await forms.save();
    await forms.button('Send test message').click();
    await seen(page.locator('[data-ok="true"]').getByText('The message was accepted', { exact: false }));
  });

  // a separate group, so that it runs after the others
  describe('on the console', () => {
    it('log nothing but expected refusals', () => {
      expect(forms.scene.problems.filter((problem) => !/status of (422|502)/.test(problem))).to.deep.equal([]);
    });
  });
});
