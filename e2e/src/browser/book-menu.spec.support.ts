import type { Page } from 'playwright-core';

/** Opens the menu of a book. The navigation of a phone has a “More” as well. */
export function openBookMenu(page: Page): Promise<void> {
  return page.locator('main, [role="dialog"]').getByRole('button', { name: 'More', exact: true }).click();
}

/** Does one of the seldom things that the menu of a book holds. */
export async function fromBookMenu(page: Page, item: string): Promise<void> {
  await openBookMenu(page);
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
