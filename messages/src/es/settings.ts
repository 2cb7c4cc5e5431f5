import type { settingsMessages as english } from '../en/settings.js';
import type { Translation } from '../messages.js';

export const settingsMessages: Translation<typeof english> = {
  'settings.sections': 'Secciones',
  'settings.title': 'Ajustes',
  'settings.template.preview': 'Ejemplos',
  'settings.template.placed': 'Los libros ya colocados conservan sus nombres.',
  'settings.anyClient': 'Cualquier cliente',
  'settings.clientGone': 'Un cliente que se quitó',
  'settings.clientGone.so':
    'Los lanzamientos de este indexador van al primer cliente que los acepte. Elige otro cliente o deja el campo vacío.',
  'folder.browse': 'Examinar',
  'folder.title': 'Elegir una carpeta',
  'folder.missing': 'No existe la carpeta «{path}». Esta es la más cercana:',
  'folder.up': 'Carpeta superior',
  'folder.titleFiles': 'Elegir una carpeta o un archivo',
  'folder.use': 'Usar esta carpeta',
  'folder.create': 'Crear carpeta',
  'folder.create.name': 'Nombre de la nueva carpeta',
  'folder.create.do': 'Crear',
};
