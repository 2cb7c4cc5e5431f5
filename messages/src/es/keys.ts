import type { keyMessages as english } from '../en/keys.js';
import type { Translation } from '../messages.js';

export const keyMessages: Translation<typeof english> = {
  'keys.title': 'Atajos de teclado',
  'keys.palette': 'Ir a una página o ejecutar una acción',
  'keys.search': 'Ir al campo de búsqueda',
  'keys.next': 'Libro o solicitud siguiente',
  'keys.previous': 'Libro o solicitud anterior',
  'keys.beside': 'Libro anterior o siguiente de la lista, en la ficha de un libro',
  'keys.arrows': 'Entre los libros de una lista',
  'keys.request': 'Solicitar el libro enfocado',
  'keys.select': 'Seleccionar la solicitud o no',
  'keys.selectRange': 'Seleccionar todas desde la última hasta esta',
  'keys.help': 'Mostrar estos atajos',
  'keys.switch': 'Usar teclas sueltas',
  'keys.switch.help': 'Desactívalas en este navegador si pulsas letras sin querer. Ctrl K funciona siempre.',
  'verb.theme': 'Apariencia: {scheme}',
  'verb.scan': 'Escanear la biblioteca ahora',
  'verb.scan.done': 'La biblioteca se está escaneando.',
  'verb.backup': 'Crear una copia de seguridad ahora',
  'verb.backup.done': 'La copia de seguridad se está creando.',
  'verb.addIntegration': 'Añadir una integración',
  'verb.importFiles': 'Importar archivos del servidor',
  'verb.takeIn': 'Incorporar una carpeta de libros existente',
};
