import type { Page } from 'playwright-core';

/** The name and password of a person. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Fills in and sends the sign-in form that the page shows. */
export async function sendSignIn(page: Page, { username, password }: Credentials): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs in by the form of the sign-in page, and waits until the person is in. */
export async function signIn(page: Page, credentials: Credentials): Promise<void> {
  await page.goto('/sign-in');
  await sendSignIn(page, credentials);
  await page.getByRole('navigation', { name: 'Main' }).first().waitFor({ state: 'visible', timeout: 30_000 });
}
