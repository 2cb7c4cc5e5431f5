import type { accountMessages as english } from '../en/account.js';
import type { Translation } from '../messages.js';

export const accountMessages: Translation<typeof english> = {
  'listening.title': 'Lo que escuchas',
  'listening.on': 'Mostrar la parte siguiente de mis series',
  'listening.on.help':
    'Cada hora, Lectern consulta en el servidor multimedia hasta dónde has llegado. Solo tú puedes verlo, y se elimina al desactivar esto.',
  'listening.asks': 'Solicitar la parte siguiente cuando casi haya terminado un libro',
  'listening.asks.help':
    'Al 90 %. Tu límite de solicitudes, tu lista de ignorados y la aprobación valen como si lo hubieras solicitado tú.',
  'listening.heard':
    '{count, plural, =0 {Ningún libro empezado o terminado} one {# libro empezado o terminado} other {# libros empezados o terminados}}, según {servers}.',
  'listening.notLinked': 'Vincula antes tu cuenta del servidor multimedia, más arriba, en «Cuentas con las que inicias sesión».',
  'ignored.title': 'Libros ignorados',
  'ignored.lead': 'Tus estanterías no los solicitan. Si tú solicitas uno, Lectern te pregunta si de verdad lo quieres.',
  'ignored.none': 'No ignoras ningún libro. «Ignorar» está en la página de cada libro.',
  'ignored.since': 'desde el {date}',
  'ignored.unknown': 'Libro {asin}',
  'profile.title': 'Perfil',
  'profile.displayName': 'Nombre visible',
  'profile.displayName.help': 'El nombre que ven los demás aquí.',
  'profile.username': 'Tu nombre de usuario es {username}.',
  'profile.saved': 'Se guardó tu nombre.',
  'password.first': 'Crear una contraseña',
  'password.first.lead':
    'Inicias sesión con una cuenta de otro servicio. Con una contraseña, también puedes iniciar sesión aquí como {username}.',
  'password.first.done': 'Se guardó tu contraseña.',
  'identities.title': 'Cuentas con las que inicias sesión',
  'identities.lead': 'Cuentas de otros servicios con las que puedes iniciar sesión aquí. Cada una es de una sola persona.',
  'identities.none': 'Aún no hay ninguna cuenta vinculada.',
  'identities.as': '{name}, vinculada el {date}',
  'identities.since': 'vinculada el {date}',
  'identities.unknown': 'Un servicio que ya no está conectado',
  'identities.off': 'ahora no sirve para iniciar sesión',
  'identities.link': 'Vincular {name}',
  'identities.linked': 'Se vinculó la cuenta.',
  'identities.unlink': 'Desvincular',
  'identities.unlink.title': '¿Desvincular {name}?',
  'identities.unlink.body':
    'Ya no podrás iniciar sesión con esa cuenta. Se cierra la sesión en tus otros dispositivos, por si la iniciaron con ella.',
  'identities.unlinked': 'Se desvinculó la cuenta.',
  'identities.username': 'Nombre de usuario en {name}',
  'identities.password': 'Contraseña en {name}',
  'identities.confirm': 'Tu contraseña de Lectern',
  'identities.confirm.help': 'Así nadie puede añadir una forma de iniciar sesión si dejas un navegador abierto.',
  'identities.redirect': 'Iniciarás sesión en {name} y después volverás aquí.',
  'identities.go': 'Continuar a {name}',
};
