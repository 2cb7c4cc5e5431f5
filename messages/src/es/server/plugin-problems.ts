import type { pluginProblemWords as english } from '../../en/server/plugin-problems.js';
import type { Translation } from '../../messages.js';

export const pluginProblemWords: Translation<typeof english> = {
  'plugin_problem.messages_unusable': 'Los mensajes de {package} no se pueden usar: {reason}.',
  'plugin_problem.with_advice': '{problem} {advice}',
  'plugin_problem.of_integration': '{name}: {problem}',
  'plugin_problem.crashed': 'Hizo caer el servidor: {reason}',
  'plugin_problem.died': 'el servidor se cayó mientras se ejecutaba su código',
  'plugin_problem.exited': 'cerró el proceso con process.exit({code})',
  'plugin_problem.held_up': 'bloqueó el servidor más de {seconds} segundos',
  'plugin_problem.held_up_for':
    'bloqueó el servidor durante {seconds} segundos; ha ocurrido {times, plural, one {# vez} many {# veces} other {# veces}} desde el inicio',
  'plugin_problem.tampered': 'cambió lo que comparte todo el código del servidor: {names}',
  'plugin_problem.not_installed_of': 'El plugin {plugin} de {name} no está instalado.',
  'plugin_problem.no_package': 'No hay ningún paquete del plugin {plugin} en {path}.',
  'plugin_problem.disabled': '{package} está desactivado.',
  'plugin_problem.quarantined': '{package} está en cuarentena.',
  'plugin_problem.not_loaded': '{package} no está cargado.',
  'plugin_problem.incompatible': '{package} está hecho para la API de plugins {range}; esta es la {version}.',
  'plugin_problem.manifest_wrong': 'El package.json de {package} no es el de un plugin: {problems}.',
  'plugin_problem.schema_missing': 'El esquema de ajustes {file} de {package} no se puede usar: ese archivo no existe.',
  'plugin_problem.schema_unusable': 'El esquema de ajustes {file} de {package} no se puede usar: {reason}.',
  'plugin_problem.dependency_missing': '{package} necesita el paquete {missing}, que no está.',
  'plugin_problem.no_entry': '{package} no tiene archivo de entrada; ¿se ha compilado?',
  'plugin_problem.import_slow': '{package} falló al cargarse: su importación tardó más de {seconds} s.',
  'plugin_problem.import_failed': '{package} falló al cargarse: {reason}.',
  'plugin_problem.no_definition': '{package} no tiene como exportación por defecto lo que crea definePlugin.',
  'plugin_problem.shape_wrong': '{package}: {problems}.',
  'plugin_problem.create_slow': 'create de {package} tardó más de {seconds} s.',
  'plugin_problem.create_failed': 'create de {package} falló: {reason}.',
  'plugin_problem.migrate_failed': 'migrateSettings de {package} falló: {reason}.',
};
