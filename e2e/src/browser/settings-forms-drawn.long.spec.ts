import { expect } from 'chai';
import { requireOrSkip } from '@lectern/testbed';
import type { BrowserContext, Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { becomeScheme, axeFindings } from './browser-scene.spec.support.js';
import { FORMS_PLUGIN, seen, useSettingsForms, type SettingsForms } from './settings-forms.spec.support.js';
import { typeInFocus } from './type-in-focus.spec.support.js';

requireOrSkip('chromium')('settings forms as they are drawn, in a browser', () => {
  let forms: SettingsForms;
  let page: Page;

  useSettingsForms((opened) => {
    forms = opened;
    ({ page } = opened);
  });

  describe('render every construct', () => {
    before(() => forms.openNew());

    const constructs: readonly (readonly [string, string, () => Promise<unknown>, unknown])[] = [
      ['Plain text', 'A short text. Two characters at least.', () => forms.field('Plain text').inputValue(), 'hello'],
      ['Long text', 'Several lines.', () => page.locator('textarea').and(page.getByLabel('Long text')).inputValue(), ''],
      ['Folder', 'A folder on the server.', () => forms.field('Folder').inputValue(), '/srv'],
      ['Address', 'Where the service is.', () => forms.field('Address').inputValue(), 'http://service.example:8080'],
      ['API key', 'Is needed.', () => forms.secret('API key').inputValue(), ''],
      ['Ratio', 'A number with decimals.', () => forms.field('Ratio').inputValue(), '0.5'],
      ['Count', 'A whole number.', () => forms.field('Count').inputValue(), '3'],
      ['Flag', 'On or off.', () => page.getByRole('switch', { name: 'Flag' }).isChecked(), true],
      ['Colour', 'One of fixed words.', () => page.getByRole('combobox', { name: 'Colour' }).inputValue(), 'green'],
      ['Level', 'One of named numbers.', () => page.getByRole('combobox', { name: 'Level' }).inputValue(), 'Normal'],
      ['Days', 'Several of fixed words.', () => page.getByText('mon', { exact: true }).first().isVisible(), true],
      ['Words', 'A list of words.', () => page.getByText('one two', { exact: true }).count(), 1],
      ['Numbers', 'A list of whole numbers.', () => page.getByLabel('Numbers', { exact: true }).first().inputValue(), ''],
      ['Rules', 'A list of flat objects.', () => forms.button('Add: Rules').count(), 1],
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
      await becomes(() => forms.field('Plain text').getAttribute('placeholder'), 'Something short');
      await becomes(() => forms.field('Address').getAttribute('inputmode'), 'url');
      const tops = await Promise.all(
        ['Plain text', 'Folder', 'Count'].map(async (name) => (await forms.field(name).boundingBox())?.y ?? 0),
      );
      expect(tops).to.deep.equal([...tops].sort((a, b) => a - b));
    });

    it('with what is advanced folded away until it is asked for', async () => {
      await becomes(() => forms.field('Retries').isVisible(), false);
      await forms.button('Advanced').click();
      await forms.field('Retries').waitFor({ state: 'visible' });
      await becomes(() => forms.field('Retries').inputValue(), '2');
    });

    it('with the branch that the values choose', async () => {
      await becomes(() => forms.field('Proxy').count(), 0);
      await becomes(() => forms.field('Direct note').count(), 1);
      await page.getByRole('combobox', { name: 'Way' }).click();
      await page.getByRole('option', { name: 'Through a proxy' }).click();
      await seen(forms.field('Proxy'));
      await becomes(() => forms.field('Direct note').count(), 0);
    });
  });

  it('go by keyboard alone', async () => {
    const saved = await forms.create();
    await forms.open(saved);
    await forms.field('Plain text').focus();
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
        // The opening list records its position in two timers. A key pressed between them, faster than any person, chooses another option
        // than the marked one.
        await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
      }
      if (name.startsWith('Add: Rules') && !reached.includes('Rule name')) {
        await page.keyboard.press('Enter');
        await typeInFocus(page, 'by keyboard');
        reached.push('Rule name');
      }
      if (name === 'Save') {
        await page.keyboard.press('Enter');
        break;
      }
    }
    await forms.button('Save').waitFor({ state: 'hidden' });
    const { settings } = await forms.read(saved.id);
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

  for (const [device, viewport] of [
    ['desktop', { width: 1440, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    describe(`on a ${device}`, () => {
      /** Forms with messages of every kind in them, by path. */
      const shown: Record<string, Page> = {};

      before(async () => {
        const saved = await forms.create({ rules: [{ name: 'aa' }], many: ['alpha'], otherKey: 'key-that-is-stored' });
        const storageState = await page.context().storageState();
        const phone = device === 'phone' ? { hasTouch: true, isMobile: true } : {};
        let profile: BrowserContext | undefined;
        for (const path of [`/admin/integrations/${saved.id}`, `/admin/integrations/new?plugin=${FORMS_PLUGIN.id}`]) {
          const other = await forms.scene.open(profile ? { in: profile } : { viewport, storageState, ...phone });
          profile = other.context();
          await other.goto(path);
          await seen(other.getByRole('textbox', { name: 'Plain text' }));
          await other.getByRole('button', { name: 'Advanced' }).click();
          await other.getByRole('textbox', { name: 'Plain text' }).fill('x');
          await other.getByRole('button', { name: 'Test', exact: true }).click();
          await seen(other.getByText('At least 2 characters.'));
          shown[path] = other;
        }
      });
      after(() => Object.values(shown)[0]?.context().close());

      for (const colorScheme of ['light', 'dark'] as const) {
        it(`have no axe findings, and fit: ${device}, ${colorScheme}`, async () => {
          const found: string[] = [];
          for (const [path, other] of Object.entries(shown)) {
            await becomeScheme(other, colorScheme);
            found.push(...(await axeFindings(other)).map((finding) => `${path} ${finding}`));
            expect(await other.evaluate<number>('document.documentElement.scrollWidth'), path).to.be.at.most(viewport.width);
          }
          expect(found).to.deep.equal([]);
        });
      }
    });
  }

  // a separate group, so that it runs after the others
  describe('on the console', () => {
    it('log nothing but expected refusals', () => {
      expect(forms.scene.problems.filter((problem) => !/status of (422|502)/.test(problem))).to.deep.equal([]);
    });
  });
});
