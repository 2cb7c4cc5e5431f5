import type { pluginAdviceWords as english } from '../../en/server/plugin-advice.js';
import type { Translation } from '../../messages.js';

export const pluginAdviceWords: Translation<typeof english> = {
  'plugin_advice.plugin_not_installed': 'Instala el plugin o quita la integración.',
  'plugin_advice.plugin_manifest_invalid': 'Su autor tiene que corregir el paquete; instala otra versión.',
  'plugin_advice.plugin_incompatible': 'Instala una versión del plugin hecha para esta versión de Lectern, o actualiza Lectern.',
  'plugin_advice.plugin_dependency_missing': 'Instala el plugin otra vez; si no sirve, avisa a su autor.',
  'plugin_advice.plugin_import_failed': 'Instala otra versión del plugin y avisa a su autor.',
  'plugin_advice.plugin_shape_invalid': 'El plugin no ofrece lo que dice su manifiesto; avisa a su autor.',
  'plugin_advice.plugin_create_timeout': 'Comprueba que el servicio responda y guarda los ajustes otra vez para volver a empezar.',
  'plugin_advice.plugin_quarantined':
    'El plugin hizo caer o bloqueó el servidor, o cambió objetos propios de JavaScript. Actualiza o desactiva el plugin y libéralo después.',
  'plugin_advice.plugin_disabled': 'Actívalo en Admin → Plugins o con `lectern plugins enable`.',
  'plugin_advice.hook_timeout': 'El plugin tardó demasiado; Lectern siguió sin su respuesta.',
  'plugin_advice.hook_failed': 'Avisa al autor del plugin; Lectern siguió sin él.',
};
