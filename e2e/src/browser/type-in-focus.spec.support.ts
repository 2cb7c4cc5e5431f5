import type { Page } from 'playwright-core';

/** Types once a field has the focus: what is typed while a dialog or a field is still being drawn goes nowhere. */
export async function typeInFocus(page: Page, text: string): Promise<void> {
  await page.locator('input:focus, textarea:focus').waitFor();
  await page.keyboard.type(text);
}
