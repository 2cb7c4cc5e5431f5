import type { LecternApi } from '@lectern/demo';
import type { Locator, Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { setUp } from './signed-in-scene.spec.support.js';
import { signIn } from './sign-in.spec.support.js';

/** A plugin whose settings have every construct a form may have. */
export const FORMS_PLUGIN = { folder: 'form-plugin', id: 'notify-forms', packageName: 'lectern-plugin-forms' };

/** An integration as it is saved. */
export interface Saved {
  readonly id: string;
  readonly settings: Record<string, unknown>;
  readonly secretsSet: readonly string[];
}

export const seen = (locator: Locator, timeout = 15_000) => locator.first().waitFor({ state: 'visible', timeout });

// The body of a Request object is out of reach of the protocol, so it is read in the page.
const TELL_WHAT_IS_SENT = `{
  const real = window.fetch;
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.method !== 'GET') {
      const body = await request.clone().json().catch(() => ({}));
      await window.specSent({ ...body, method: request.method, path: new URL(request.url).pathname });
    }
    return real(request);
  };
}`;

async function signedIn(scene: BrowserScene): Promise<{ readonly page: Page; readonly api: LecternApi }> {
  const { admin } = await setUp(scene, []);
  const page = await scene.open();
  await signIn(page, admin);
  return { page, api: admin.api };
}

/** A browser in which an admin works on the settings of integrations. */
export async function startSettingsForms() {
  const scene = await startBrowserScene({ plugins: [FORMS_PLUGIN] });
  const { page, api } = await signedIn(scene).catch(async (error: unknown) => {
    await scene.stop();
    throw error;
  });
  /** The page's requests to the server, with the members of their bodies; except GET. */
  const sent: Record<string, unknown>[] = [];
  await page.exposeFunction('specSent', (request: Record<string, unknown>) => void sent.push(request));
  await page.addInitScript(TELL_WHAT_IS_SENT);

  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  return {
    scene,
    page,
    api,
    sent,
    field,
    button,
    secret: (name: string) => page.locator(`input[type="password"]`).and(page.getByLabel(name, { exact: false })),
    patches: () => sent.filter(({ method }) => method === 'PATCH'),
    /** Creates an integration with these settings through the API. */
    async create(settings: Record<string, unknown> = {}): Promise<Saved> {
      const body = { pluginId: FORMS_PLUGIN.id, name: 'Mine', settings: { apiKey: 'key-that-was-given', ...settings } };
      return (await api.call<{ integration: Saved }>('POST', '/api/admin/integrations', body)).integration;
    },
    async read(id: string): Promise<Saved> {
      return (await api.call<{ integration: Saved }>('GET', `/api/admin/integrations/${id}`)).integration;
    },
    async open({ id }: Pick<Saved, 'id'>): Promise<void> {
      await page.goto(`/admin/integrations/${id}`);
      await seen(page.getByRole('heading', { level: 1, name: 'Mine' }));
    },
    async openNew(): Promise<void> {
      await page.goto(`/admin/integrations/new?plugin=${FORMS_PLUGIN.id}`);
      await seen(field('Plain text'));
    },
    async save(): Promise<void> {
      await button('Save').click();
      await seen(page.getByText('Saved', { exact: false }));
      await button('Save').waitFor({ state: 'hidden' });
    },
    /** The message that belongs to an input, as assistive technology finds it. */
    async messageOf(input: Locator): Promise<string> {
      await becomes(() => input.getAttribute('aria-invalid'), 'true', 'aria-invalid');
      const ids = ((await input.getAttribute('aria-describedby')) ?? '').split(' ').filter(Boolean);
      const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
      return texts.join(' ');
    },
    /** Describes the page for a failed test. */
    report: (): string => `${page.url()}\n${scene.problems.join('\n')}\n${scene.log().slice(-1500)}`,
  };
}

export type SettingsForms = Awaited<ReturnType<typeof startSettingsForms>>;

/** Opens the forms for the tests of one group, and hands them to it before the first. */
export function useSettingsForms(take: (forms: SettingsForms) => void): void {
  let forms: SettingsForms | undefined;
  before(async () => {
    forms = await startSettingsForms();
    take(forms);
  });
  after(() => forms?.scene.stop());
  beforeEach(() => forms?.sent.splice(0));
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(forms?.report());
  });
}
