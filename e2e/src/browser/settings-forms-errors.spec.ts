import { expect } from 'chai';
import { requireOrSkip } from '@lectern/testbed';
import type { Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { seen, useSettingsForms, type SettingsForms } from './settings-forms.spec.support.js';
import { typeInFocus } from './type-in-focus.spec.support.js';

requireOrSkip('chromium')('settings forms show errors at their own field', () => {
  let forms: SettingsForms;
  let page: Page;

  useSettingsForms((opened) => {
    forms = opened;
    ({ page } = opened);
  });

  it('before anything is sent', async () => {
    await forms.open(await forms.create());
    await forms.field('Plain text').fill('x');
    await forms.field('Folder').fill('books');
    await forms.field('Count').fill('11');
    await forms.field('Ratio').fill('');
    await page.getByLabel('Words', { exact: true }).first().fill('y');
    await page.keyboard.press('Enter');
    await page.getByLabel('Numbers', { exact: true }).first().fill('101');
    await page.keyboard.press('Enter');
    await page.getByLabel('Numbers', { exact: true }).first().fill('many');
    await page.keyboard.press('Enter');
    await forms.button('Add: Rules').click();
    await page.getByRole('combobox', { name: 'Way' }).click();
    await page.getByRole('option', { name: 'Through a proxy' }).click();
    await forms.button('Advanced').click();
    await forms.field('Retries').fill('6');
    await forms.button('Advanced').click();
    await forms.button('Save').click();

    await seen(page.getByText('Two characters at least.'));
    expect(await forms.messageOf(forms.field('Plain text'))).to.include('At least 2 characters.');
    expect(await forms.messageOf(forms.field('Folder'))).to.include('right form');
    expect(await forms.messageOf(forms.field('Count'))).to.include('At most 10.');
    expect(await forms.messageOf(page.getByLabel('Words', { exact: true }).first())).to.include('“y”: At least 2 characters.');
    const numbers = await forms.messageOf(page.getByLabel('Numbers', { exact: true }).first());
    expect(numbers).to.include('“101”: At most 100.').and.include('“many”: Enter a whole number.');
    expect(await forms.messageOf(forms.field('Rule name'))).to.include('This is required.');
    expect(await forms.messageOf(forms.field('Proxy'))).to.include('This is required.');
    await forms.field('Retries').waitFor({ state: 'visible' });
    expect(await forms.messageOf(forms.field('Retries'))).to.include('At most 5.');
    await seen(page.getByText('9 fields need a correction.').or(page.getByText('8 fields need a correction.')));
    expect(forms.patches()).to.deep.equal([]);

    await page.locator('[aria-invalid="true"]:focus').waitFor();
    await forms.field('Plain text').fill('fine');
    await becomes(async () => (await forms.field('Plain text').getAttribute('aria-invalid')) === 'true', false);
    await forms.button('Discard').click();
    await becomes(() => page.locator('[aria-invalid="true"]').count(), 0);
  });

  it('and keep the folded part open while its error is corrected', async () => {
    await forms.open(await forms.create());
    await forms.button('Advanced').click();
    await forms.field('Retries').fill('6');
    await forms.button('Advanced').click();
    await forms.button('Save').click();
    await page.locator('[aria-invalid="true"]:focus').waitFor();

    await forms.field('Retries').press('Backspace');
    await becomes(
      () =>
        forms
          .field('Retries')
          .getAttribute('aria-invalid')
          .then((invalid) => invalid === 'true'),
      false,
    );

    expect(await forms.button('Advanced').getAttribute('aria-expanded')).to.equal('true');
    expect(await forms.field('Retries').and(page.locator(':focus')).count()).to.equal(1);
    await forms.button('Discard').click();
  });

  it('as the server finds it', async () => {
    const saved = await forms.create();
    await forms.open(saved);
    await forms.button('Replace: API key').click();
    await typeInFocus(page, '••••••••');
    await forms.button('Save').click();

    await seen(page.getByText('is a mask, not a value'));
    expect(await forms.messageOf(forms.secret('API key'))).to.include('is a mask, not a value');
    expect((await forms.read(saved.id)).secretsSet).to.deep.equal(['apiKey']);
    await forms.button('Discard').click();
  });

  it('as the service finds it', async () => {
    await forms.open(await forms.create());
    await forms.button('Replace: API key').click();
    await typeInFocus(page, 'wrong-key');
    await forms.button('Test').click();

    await seen(page.locator('[data-ok="false"]').getByText('Not connected. See “API key”.'));
    expect(await forms.messageOf(forms.secret('API key'))).to.include('The service refuses this key.');
    expect(await page.getByText('The service refuses this key.').count()).to.equal(1);
    await forms.button('Discard').click();
  });

  it('require a stored key again if the address leads elsewhere', async () => {
    const saved = await forms.create({ address: 'http://one.example' });
    await forms.open(saved);
    await forms.field('Address').fill('http://two.example');
    await forms.button('Save').click();

    await seen(page.getByText('has to be entered again', { exact: false }));
    expect((await forms.read(saved.id)).settings).to.include({ address: 'http://one.example' });
    await forms.button('Discard').click();
  });

  // a separate group, so that it runs after the others
  describe('on the console', () => {
    it('log nothing but expected refusals', () => {
      expect(forms.scene.problems.filter((problem) => !/status of (422|502)/.test(problem))).to.deep.equal([]);
    });
  });
});
