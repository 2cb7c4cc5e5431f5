import { isIntegrationError, type CheckResult, type Choice, type JsonObject } from '@lectern/plugin-api';
import Type, { type Static } from 'typebox';
import { integrationFailed } from '../../platform/http/integration-failed.js';
import { ApiError } from '../../platform/http/problem.js';
import { settingsInvalid } from '../../platform/http/settings-invalid.js';
import { saidOf, saidOfRemark, sentence, withTexts, type ForeignWords, type Say, type Sentence } from '../../platform/words/index.js';
import { knownSettings, type PluginHost, type PluginInfo, type SettingsSchema, type SplitSettings } from '../../plugin-host/index.js';
import { addressField } from './address-field.js';
import type { TellOfLectern } from './checking-lectern.js';
import { completeDraft } from './draft-settings.js';
import { noSuchIntegration } from './integration-errors.js';
import type { IntegrationRecords } from '../integration-records/integration-store.js';

export const checkAnswerSchema = Type.Object(
  {
    ok: Type.Boolean(),
    version: Type.Optional(Type.String()),
    details: Type.Optional(Type.Array(Type.String())),
    error: Type.Optional(
      Type.Object({
        code: Type.String(),
        message: Type.String(),
        field: Type.Optional(Type.String()),
        retryAfterMs: Type.Optional(Type.Number()),
      }),
    ),
    tookMs: Type.Integer(),
  },
  { $id: 'CheckAnswer' },
);

/** The answer to a test, as the API gives it. */
export type SaidAnswer = Static<typeof checkAnswerSchema>;

type Fault = NonNullable<SaidAnswer['error']>;

/** The answer to a test, which is not said yet. */
export interface CheckAnswer extends Omit<SaidAnswer, 'error' | 'details'> {
  readonly details?: readonly (Sentence | ForeignWords)[];
  readonly error?: Omit<Fault, 'message'> & { readonly message: Sentence | ForeignWords };
}

/** @param sayFault for readers to whom not all of a fault may be said */
export function sayAnswer({ error, details, ...answer }: CheckAnswer, say: Say, sayFault = say): SaidAnswer {
  return {
    ...answer,
    ...(details ? { details: details.map(say) } : {}),
    ...(error ? { error: { ...error, message: sayFault(error.message) } } : {}),
  };
}

/** Values of a form, saved or not. */
export interface Draft {
  readonly pluginId: string;
  /** The saved integration that is being changed. */
  readonly integrationId?: string;
  readonly settings: JsonObject;
}

export interface IntegrationChecks {
  /** Checks a saved integration. @throws ApiError 404 */
  check(id: string, signal?: AbortSignal): Promise<CheckAnswer>;
  /** Checks values that are not saved. @throws ApiError 404 */
  checkDraft(draft: Draft, signal?: AbortSignal): Promise<CheckAnswer>;
  /** A dynamic list of the form. @throws ApiError 404, 422 `settings_invalid`, 502 `integration_failed` */
  choices(draft: Draft & { readonly name: string }, signal?: AbortSignal): Promise<Choice[]>;
}

export interface IntegrationChecksDeps {
  readonly store: Pick<IntegrationRecords, 'get'>;
  readonly host: Pick<PluginHost, 'check' | 'checkDraft' | 'choices' | 'plugin' | 'settings'>;
  readonly redact: (text: string) => string;
  /** Default: plugins get no facts, as those of a user. */
  readonly tellOfLectern?: TellOfLectern;
  /** Plugins whose settings may be tested here. Default: those whose integrations belong to the server, not to users. */
  readonly accepts?: (plugin: PluginInfo) => boolean;
}

function isOfTheServer({ instances }: PluginInfo): boolean {
  return instances !== 'per-user';
}

/** Tests integrations. Their faults are answers, not errors. */
export function createIntegrationChecks(deps: IntegrationChecksDeps): IntegrationChecks {
  const { store, host, redact, tellOfLectern, accepts = isOfTheServer } = deps;

  async function timed(pluginId: string, settings: JsonObject, work: () => Promise<CheckResult>): Promise<CheckAnswer> {
    const started = performance.now();
    const tookMs = () => Math.round(performance.now() - started);
    try {
      const { version, details } = await work();
      return {
        ok: true,
        ...(version === undefined ? {} : { version: redact(version) }),
        ...(details ? { details: details.map((detail) => withTexts(saidOfRemark(detail, pluginId), redact)) } : {}),
        tookMs: tookMs(),
      };
    } catch (error) {
      if (!isIntegrationError(error)) throw error;
      const { code, retryAfterMs } = error;
      const field = error.field ?? addressField(error, host.settings(pluginId), settings);
      const message = withTexts(saidOf(error), redact);
      return {
        ok: false,
        error: { code, message, ...(field === undefined ? {} : { field }), ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
        tookMs: tookMs(),
      };
    }
  }

  async function savedOf({ pluginId, integrationId }: Draft, schema: SettingsSchema | undefined): Promise<SplitSettings | undefined> {
    if (integrationId === undefined) return undefined;
    const record = await store.get(integrationId);
    if (record?.pluginId !== pluginId) throw noSuchIntegration();
    return schema ? knownSettings(schema, record) : { settings: record.settings, secrets: record.secrets };
  }

  async function complete(draft: Draft): Promise<ReturnType<typeof completeDraft>> {
    const plugin = host.plugin(draft.pluginId);
    if (!plugin || !accepts(plugin))
      throw new ApiError('unknown_plugin', sentence('problem.plugin_not_installed', { plugin: draft.pluginId }));
    const schema = host.settings(draft.pluginId);
    const saved = await savedOf(draft, schema);
    return schema ? completeDraft(schema, saved, draft.settings) : { settings: draft.settings };
  }

  return {
    async check(id, signal) {
      const record = await store.get(id);
      if (!record) throw noSuchIntegration();
      const lectern = await tellOfLectern?.(record.pathMappings);
      return timed(record.pluginId, { ...record.settings, ...record.secrets }, () => host.check(id, { signal, lectern }));
    },
    async checkDraft(draft, signal) {
      const completed = await complete(draft);
      if ('settings' in completed) {
        const saved = draft.integrationId === undefined ? undefined : await store.get(draft.integrationId);
        const lectern = await tellOfLectern?.(saved?.pathMappings ?? []);
        return timed(draft.pluginId, completed.settings, () => host.checkDraft(draft.pluginId, completed.settings, { signal, lectern }));
      }
      const field = completed.errors[0]?.path.slice(1);
      return {
        ok: false,
        error: {
          code: 'INTEGRATION_MISCONFIGURED',
          message: sentence('problem.key_not_sent'),
          ...(field === undefined ? {} : { field }),
        },
        tookMs: 0,
      };
    },
    async choices(draft, signal) {
      const completed = await complete(draft);
      if ('errors' in completed) throw settingsInvalid(completed.errors);
      try {
        return [...(await host.choices(draft.pluginId, draft.name, completed.settings, { signal }))];
      } catch (error) {
        throw integrationFailed(error, { redact });
      }
    },
  };
}
