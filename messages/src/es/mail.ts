import type { mailMessages as english } from '../en/mail.js';
import type { Translation } from '../messages.js';

export const mailMessages: Translation<typeof english> = {
  'mail.title': 'Correo',
  'mail.lead': 'El servidor de correo con el que Lectern envía mensajes a las personas.',
  'mail.remove': 'Quitar',
  'mail.remove.title': '¿Quitar el servidor de correo?',
  'mail.remove.body': 'Lectern olvida el servidor y su contraseña y ya no envía correos.',
  'mail.removed': 'Se quitó el servidor de correo.',
  'mail.unencrypted':
    'Sin cifrado, la contraseña y todos los mensajes se pueden leer por el camino. Elígelo solo para un servidor de esta máquina o de una red de confianza.',
  'mail.test': 'Probarlo',
  'mail.test.note': 'Envía un mensaje real con lo indicado arriba, esté guardado o no.',
  'mail.test.to': 'Enviar a',
  'mail.test.send': 'Enviar correo de prueba',
  'mail.test.noAddress': 'Escribe una dirección de correo, como tu@example.org.',
  'mail.test.ok': 'El servidor aceptó el mensaje en {ms} ms. Mira en el buzón y en su carpeta de correo no deseado.',
  'mail.test.steps': 'Hasta dónde llegó',
  'mail.step.resolve': 'Encontrar el servidor',
  'mail.step.connect': 'Conectar',
  'mail.step.greet': 'Recibir su saludo',
  'mail.step.encrypt': 'Cifrar la conexión',
  'mail.step.sign_in': 'Iniciar sesión',
  'mail.step.sender': 'Indicar el remitente',
  'mail.step.recipient': 'Indicar el destinatario',
  'mail.step.message': 'Entregar el mensaje',
  'mail.stepState.done': 'Hecho',
  'mail.stepState.failed': 'Falló',
  'mail.stepState.not_reached': 'Sin alcanzar',
};
