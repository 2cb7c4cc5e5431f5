import type { Page } from 'playwright-core';

/** Does one of the seldom things that the menu of a book holds. */
export async function fromBookMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
