import type { SettingsPatch } from '../../../api/queries/admin-queries.js';
import type { Settings } from '../../../api/types.js';

/** The members that differ, by section; sections without a change are left out. */
export function changedSections(saved: Settings, draft: Settings): SettingsPatch {
  const patch: Record<string, Record<string, unknown>> = {};
  for (const section of Object.keys(draft) as (keyof Settings)[]) {
    const before = saved[section] as unknown as Record<string, unknown> | undefined;
    for (const [name, value] of Object.entries(draft[section] ?? {})) {
      if (JSON.stringify(before?.[name]) !== JSON.stringify(value)) patch[section] = { ...patch[section], [name]: value as unknown };
    }
  }
  return patch;
}
