import type { pluginProblemWords as english } from '../../en/server/plugin-problems.js';
import type { Translation } from '../../messages.js';

export const pluginProblemWords: Translation<typeof english> = {
  'plugin_problem.messages_unusable': 'Die Texte von {package} können nicht verwendet werden: {reason}.',
  'plugin_problem.with_advice': '{problem} {advice}',
  'plugin_problem.of_integration': '{name}: {problem}',
  'plugin_problem.crashed': 'Es hat den Server zum Absturz gebracht: {reason}',
  'plugin_problem.died': 'der Server ist abgestürzt, während sein Code lief',
  'plugin_problem.exited': 'es hat den Prozess mit process.exit({code}) beendet',
  'plugin_problem.held_up': 'es hat den Server länger als {seconds} Sekunden aufgehalten',
  'plugin_problem.held_up_for':
    'es hat den Server {seconds} Sekunden lang aufgehalten; das geschah seit dem Start {times, plural, one {# Mal} other {# Mal}}',
  'plugin_problem.tampered': 'es hat geändert, was sich aller Code des Servers teilt: {names}',
  'plugin_problem.not_installed_of': 'Das Plugin {plugin} von {name} ist nicht installiert.',
  'plugin_problem.no_package': 'In {path} ist kein Paket des Plugins {plugin}.',
  'plugin_problem.disabled': '{package} ist deaktiviert.',
  'plugin_problem.quarantined': '{package} ist in Quarantäne.',
  'plugin_problem.not_loaded': '{package} ist nicht geladen.',
  'plugin_problem.incompatible': '{package} ist für Plugin-API {range} gemacht; dies ist {version}.',
  'plugin_problem.manifest_wrong': 'Die package.json von {package} ist nicht die eines Plugins: {problems}.',
  'plugin_problem.schema_missing':
    'Das Schema der Einstellungen {file} von {package} kann nicht verwendet werden: Die Datei gibt es nicht.',
  'plugin_problem.schema_unusable': 'Das Schema der Einstellungen {file} von {package} kann nicht verwendet werden: {reason}.',
  'plugin_problem.dependency_missing': '{package} braucht das Paket {missing}, das nicht da ist.',
  'plugin_problem.no_entry': '{package} hat keine Startdatei; wurde es gebaut?',
  'plugin_problem.import_slow': '{package} ist beim Laden gescheitert: Der Import hat länger als {seconds} s gedauert.',
  'plugin_problem.import_failed': '{package} ist beim Laden gescheitert: {reason}.',
  'plugin_problem.no_definition': '{package} exportiert als default nicht, was definePlugin erzeugt.',
  'plugin_problem.shape_wrong': '{package}: {problems}.',
  'plugin_problem.create_slow': 'create von {package} hat länger als {seconds} s gedauert.',
  'plugin_problem.create_failed': 'create von {package} ist fehlgeschlagen: {reason}.',
  'plugin_problem.migrate_failed': 'migrateSettings von {package} ist fehlgeschlagen: {reason}.',
};
