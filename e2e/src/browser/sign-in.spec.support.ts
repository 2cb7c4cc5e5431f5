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

/**
 * Signs a profile in, without loading anything: the page that a spec goes to next is one of that person. The form and the home page behind
 * it are a tenth of the work of a spec that opens a few pages.
 */
export async function signIn(page: Page, { username, password }: Credentials): Promise<void> {
  const answer = await page.request.post('/api/auth/local/login', { data: { username, password } });
  if (!answer.ok()) throw new Error(`${username} could not sign in: ${answer.status()} ${await answer.text()}`);
}

/** Signs in by the form of the sign-in page, and waits until the person is in. */
export async function signInByForm(page: Page, credentials: Credentials): Promise<void> {
  await page.goto('/sign-in');
  await sendSignIn(page, credentials);
  await page.getByRole('navigation', { name: 'Main' }).first().waitFor({ state: 'visible', timeout: 90_000 });
}
