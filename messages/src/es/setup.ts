import type { setupMessages as english } from '../en/setup.js';
import type { Translation } from '../messages.js';

export const setupMessages: Translation<typeof english> = {
  'setup.title': 'Configurar Lectern',
  'setup.steps': 'Pasos',
  'setup.step.admin': 'Tu cuenta',
  'setup.step.library': 'Biblioteca',
  'setup.step.integrations': 'Conexiones',
  'setup.signIn': 'La configuración ya empezó. Inicia sesión como administrador para continuar.',
  'setup.admin.lead': 'Crea la primera cuenta. Puede hacerlo todo, incluso crear otras.',
  'setup.token': 'Token de configuración',
  'setup.token.help': 'Se mostró donde se inició Lectern.',
  'setup.token.wrong': 'Este no es el token que se mostró. En cada inicio se muestra uno nuevo hasta terminar la configuración.',
  'setup.admin.submit': 'Crear la cuenta',
  'setup.library.lead': 'Lectern prueba la carpeta antes de usarla: ¿puede escribir en ella y enlazar archivos de la carpeta de descargas?',
  'setup.library.path': 'Carpeta de la biblioteca',
  'setup.library.path.help': 'Donde se guardan los libros terminados. Tu servidor multimedia lee la misma carpeta.',
  'setup.library.downloads': 'Carpeta de descargas',
  'setup.library.downloads.help': 'Si está en el mismo disco que la biblioteca, los archivos se enlazan en vez de copiarse.',
  'setup.library.test': 'Probar y guardar',
  'setup.integrations.lead': 'Con uno de cada, una solicitud llega desde la búsqueda hasta tus oídos.',
  'setup.integrations.add': 'Añadir',
  'setup.integrations.missing': 'Puedes añadir lo que falte más tarde en Admin → Integraciones.',
  'setup.finish': 'Empezar a usar Lectern',
  'setup.finish.anyway': 'Terminar por ahora',
};
