import type { JsonObject, JsonValue } from '@lectern/plugin-api';
import type { SettingsOutcome, SettingsSchema, SplitSettings } from './settings-schema.js';

/**
 * Stored settings may have members that the current version of a plugin does not know, because an older or newer version
 * stored them. Those are kept under a name that no schema has, so that no version mistakes them for its own. They are
 * never shown or given to a plugin, and come back with a version that knows them.
 */
const PREFIX = 'aside:';

const isAside = (name: string): boolean => name.startsWith(PREFIX);

function isKnown({ schema }: SettingsSchema, name: string): boolean {
  return Object.hasOwn((schema['properties'] ?? {}) as object, name);
}

function pick(values: JsonObject, isWanted: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));
}

/** Stored settings without the members that are kept aside. */
export function liveMembers(values: JsonObject): JsonObject {
  return pick(values, (name) => !isAside(name));
}

/** The members that were kept aside and are known again, by their own names. */
function returning(schema: SettingsSchema, values: JsonObject): JsonObject {
  const entries = Object.entries(values).filter(([name]) => isAside(name) && isKnown(schema, name.slice(PREFIX.length)));
  return Object.fromEntries(entries.map(([name, value]) => [name.slice(PREFIX.length), value]));
}

/** The stored settings that this version of a plugin knows, with secrets separate. */
export function knownSettings(schema: SettingsSchema, stored: SplitSettings): SplitSettings {
  // a field may have become secret with a newer version of the plugin
  const { settings, secrets } = schema.split(pick(stored.settings, (name) => isKnown(schema, name)));
  const live = { settings, secrets: { ...secrets, ...pick(stored.secrets, (name) => isKnown(schema, name)) } };
  const isTaken = (name: string): boolean => Object.hasOwn(live.settings, name) || Object.hasOwn(live.secrets, name);
  const back = schema.split(returning(schema, stored.settings));
  const secretsBack = { ...back.secrets, ...returning(schema, stored.secrets) };
  const judged = schema.validate({ ...back.settings, ...secretsBack, ...live.settings, ...live.secrets });
  // another version may have meant something else by the name
  const unfit = new Set(judged.ok ? [] : judged.errors.map(({ path }) => path.split('/')[1]));
  const isWelcome = (name: string): boolean => !isTaken(name) && !unfit.has(name);
  return {
    settings: { ...pick(back.settings, isWelcome), ...live.settings },
    secrets: { ...pick(secretsBack, isWelcome), ...live.secrets },
  };
}

function asideOf(schema: SettingsSchema, values: JsonObject, present: JsonObject): JsonObject {
  const aside = new Map<string, JsonValue>();
  for (const [name, value] of Object.entries(values)) {
    const plain = isAside(name) ? name.slice(PREFIX.length) : name;
    if (isKnown(schema, plain) && (!isAside(name) || Object.hasOwn(present, plain))) continue;
    // if two values exist, keeps the one that was in use last
    if (!isAside(name) || !aside.has(`${PREFIX}${plain}`)) aside.set(`${PREFIX}${plain}`, value);
  }
  return Object.fromEntries(aside);
}

/** Settings to be stored. They include the previous members that this version of a plugin does not know. */
export function withAside(schema: SettingsSchema, before: SplitSettings, next: SplitSettings): SplitSettings {
  const present = { ...next.settings, ...next.secrets };
  return {
    settings: { ...asideOf(schema, before.settings, present), ...next.settings },
    secrets: { ...asideOf(schema, before.secrets, present), ...next.secrets },
  };
}

/** Applies a form's patch to stored settings. Members that the form does not show are neither validated nor lost. */
export function changeSettings(schema: SettingsSchema, stored: SplitSettings, patch: JsonObject): SettingsOutcome<SplitSettings> {
  const known = knownSettings(schema, stored);
  const merged = schema.merge(known, patch);
  if (!merged.ok) return merged;
  // a value that another version called a secret stays one until somebody enters it anew
  const isHidden = (name: string): boolean => Object.hasOwn(known.secrets, name) && !Object.hasOwn(patch, name);
  const { settings, secrets } = merged.value;
  const isCleared = (name: string): boolean => patch[isAside(name) ? name.slice(PREFIX.length) : name] === null;
  const before = { settings: pick(stored.settings, (name) => !isCleared(name)), secrets: pick(stored.secrets, (name) => !isCleared(name)) };
  const next = { settings: pick(settings, (name) => !isHidden(name)), secrets: { ...pick(settings, isHidden), ...secrets } };
  return { ok: true, value: withAside(schema, before, next) };
}
