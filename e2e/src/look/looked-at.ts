import type { SeededDemo } from '@lectern/demo';
import type { Page } from 'playwright-core';
import { fromBookMenu } from '../browser/book-menu.spec.support.js';
import type { BrowserState } from './browser-states.js';

/** A page that is looked at, with the steps that bring it into the state worth looking at. */
export interface LookedAt {
  readonly name: string;
  readonly path: string | ((demo: SeededDemo) => string);
  /** The viewer; `bernd` is new and has nothing yet. Default: `admin`. */
  readonly as?: 'admin' | 'reader' | 'bernd' | 'nobody';
  /** Shown in its full length. */
  readonly full?: true;
  readonly state?: BrowserState | readonly BrowserState[];
  readonly act?: (page: Page) => Promise<unknown>;
}

export const click = (role: 'button' | 'menuitem' | 'checkbox', name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name }).first().click();

/** Presses an item of the menu “More”. */
export const fromMore = (item: string) => (page: Page) => fromBookMenu(page, item);

/** Presses a button that only a phone has; a wide window stays as it is. */
export const clickOnPhone = (name: string | RegExp) => async (page: Page) => {
  if ((page.viewportSize()?.width ?? 0) < 600) await page.getByRole('button', { name }).first().click();
};
