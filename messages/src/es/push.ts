import type { pushMessages as english } from '../en/push.js';
import type { Translation } from '../messages.js';

export const pushMessages: Translation<typeof english> = {
  'push.title': 'Notificaciones en este dispositivo',
  'push.lead': 'Tu navegador muestra las novedades de Lectern, incluso cuando no está abierto.',
  'push.unsupported': 'Este navegador no puede mostrar notificaciones de sitios web. Prueba otro, como Chrome, Edge, Firefox o Safari.',
  'push.insecure':
    'Los navegadores solo permiten notificaciones con una conexión segura. Abre Lectern en una dirección que empiece por https:// o pide una a un administrador.',
  'push.homeScreen':
    'En un iPhone o iPad, añade antes Lectern a la pantalla de inicio: toca Compartir y después «Añadir a pantalla de inicio». Abre Lectern desde ahí y vuelve a esta página.',
  'push.blocked':
    'Tu navegador bloquea las notificaciones de Lectern. Permítelas en los ajustes del sitio, que se abren con el icono junto a la dirección, o en los ajustes de tu teléfono. Después recarga esta página.',
  'push.on': 'Las notificaciones están activadas en este dispositivo.',
  'push.turnOn': 'Activar',
  'push.turnedOn': 'Las notificaciones están activadas en este dispositivo.',
  'push.turnOff': 'Desactivar',
  'push.turnedOff': 'Las notificaciones están desactivadas en este dispositivo.',
  'push.notAllowed': 'Tu navegador no permitió las notificaciones, así que siguen desactivadas.',
  'push.noService':
    'Tu navegador no pudo registrarse en su servicio push. Comprueba su conexión y si sus ajustes permiten mensajes push, y vuelve a intentarlo.',
  'push.test': 'Enviar una prueba',
  'push.test.sent': 'Hay una prueba en camino a {count, plural, one {# dispositivo} other {# dispositivos}}.',
  'push.test.none': 'No queda ningún dispositivo al que enviar una prueba.',
  'push.test.failed': '{name}: {fault}',
  'push.devices': 'Dispositivos que reciben avisos',
  'push.device.unknown': 'Dispositivo desconocido',
  'push.device.here': 'este dispositivo',
  'push.device.since': 'activado desde el {date}',
  'push.remove': 'Quitar',
};
