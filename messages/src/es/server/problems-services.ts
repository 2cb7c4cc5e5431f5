import type { serviceProblemWords as english } from '../../en/server/problems-services.js';
import type { Translation } from '../../messages.js';

export const serviceProblemWords: Translation<typeof english> = {
  'problem.no_integration': 'Esa integración no existe.',
  'problem.plugin_not_installed': 'El plugin {plugin} no está instalado.',
  'problem.plugin_without_settings': '{plugin} no tiene ajustes.',
  'problem.per_user': 'Cada usuario conecta {plugin} por su cuenta, en «Mis estanterías».',
  'problem.only_one': 'Ya hay una integración de {plugin}; cambia esa.',
  'problem.no_paths': '{integration} no indica rutas, así que no hay nada que asignar.',
  'problem.key_not_sent': 'La dirección lleva a otro servidor. Escribe la clave otra vez, para que la guardada no se envíe allí.',
  'problem.plugin_bundled': '{plugin} viene con Lectern y cambia con él. Se puede desactivar.',
  'problem.plugin_updated_with_server': '{plugin} viene con Lectern y se actualiza con él.',
  'problem.no_previous_version': 'No hay ninguna versión anterior de {plugin} a la que volver.',
  'problem.not_quarantined': '{plugin} no está en cuarentena.',

  'problem.no_webhook': 'Ese webhook no existe.',
  'problem.too_many_webhooks': 'Ya hay {most} webhooks.',
  'problem.webhook_off': 'El webhook está desactivado.',
  'problem.no_delivery': 'Ese envío no existe.',
  'problem.webhook_scheme': 'La dirección debe empezar por https:// o http://.',
  'problem.webhook_credentials': 'La dirección no puede contener nombre de usuario ni contraseña; la firma muestra quién envía.',
  'problem.webhook_fragment': 'La dirección debe terminar antes de «#», porque los servidores nunca ven lo que sigue.',
  'problem.webhook_unencrypted': '{host} está en internet, así que su dirección debe empezar por https://.',
  'problem.webhook_redirects':
    '{host} redirige a otro lugar (HTTP {status}). Los webhooks no siguen redirecciones: escribe la dirección final.',
  'problem.webhook_gone': '{host} ya no quiere estos sucesos (HTTP 410).',
  'problem.webhook_not_taken': '{host} no aceptó el suceso (HTTP {status}).',
  'problem.webhook_secret_unreadable': 'No se puede leer el secreto del webhook. Crea uno nuevo.',
};
