import type { pluginAdviceWords as english } from '../../en/server/plugin-advice.js';
import type { Translation } from '../../messages.js';

export const pluginAdviceWords: Translation<typeof english> = {
  'plugin_advice.plugin_not_installed': 'Installiere das Plugin, oder entferne die Integration.',
  'plugin_advice.plugin_manifest_invalid': 'Sein Autor muss das Paket berichtigen; installiere eine andere Version.',
  'plugin_advice.plugin_incompatible':
    'Installiere eine Version des Plugins, die für diese Version von Lectern gemacht ist, oder aktualisiere Lectern.',
  'plugin_advice.plugin_dependency_missing': 'Installiere das Plugin neu; hilft das nicht, dann sag es dem Autor.',
  'plugin_advice.plugin_import_failed': 'Installiere eine andere Version des Plugins, und sag es dem Autor.',
  'plugin_advice.plugin_shape_invalid': 'Das Plugin bietet nicht, was sein Manifest sagt; sag es dem Autor.',
  'plugin_advice.plugin_create_timeout':
    'Prüfe, ob der Dienst antwortet, und speichere dann die Einstellungen noch einmal, um neu zu starten.',
  'plugin_advice.plugin_quarantined':
    'Das Plugin hat den Server zum Absturz gebracht oder blockiert oder eingebaute Objekte geändert. Aktualisiere oder deaktiviere das Plugin, und gib es dann frei.',
  'plugin_advice.plugin_disabled': 'Aktiviere es unter „Admin“ → „Plugins“, oder mit `lectern plugins enable`.',
  'plugin_advice.hook_timeout': 'Das Plugin hat zu lange gebraucht; Lectern hat ohne seine Antwort weitergemacht.',
  'plugin_advice.hook_failed': 'Sag es dem Autor des Plugins; Lectern hat ohne es weitergemacht.',
};
