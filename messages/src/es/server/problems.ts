import type { problemWords as english } from '../../en/server/problems.js';
import type { Translation } from '../../messages.js';

export const problemWords: Translation<typeof english> = {
  'problem.csrf_failed': 'La petición no vino de una página de este servidor. Recarga la página.',
  'problem.no_endpoint': 'Ese punto de acceso no existe.',
  'problem.no_web_file': 'Ese archivo no existe.',
  'problem.body_too_large': 'El contenido puede tener como máximo {bytes} bytes.',
  'problem.json_required': 'Envía el contenido como application/json, en UTF-8.',
  'problem.invalid_json': 'El contenido no es JSON.',
  'problem.nested_too_deep': 'El contenido tiene demasiados niveles.',
  'problem.file_required': 'Envía el propio archivo, como {types}.',
  'problem.types_or': '{type} o {other}',
  'problem.range_not_satisfiable': 'El archivo tiene {bytes} bytes.',
  'problem.invalid_input': '{field} {fault}',
  'problem.client_gone': 'El cliente se desconectó.',
  'problem.too_many_attempts': 'Demasiados intentos. Inténtalo de nuevo en {seconds} s.',
  'problem.too_many_files_at_once': 'El servidor acepta {most} archivos de una persona a la vez. Inténtalo de nuevo en un segundo.',
  'problem.confirmation_required':
    'Esta acción afecta a quién puede iniciar sesión. Confirma quién eres con tu contraseña o donde inicias sesión, e inténtalo de nuevo.',
  'problem.no_token_may': 'Los tokens de API no pueden hacer esto, tengan los permisos que tengan. Inicia sesión y hazlo allí.',
  'problem.token_may_not': 'Este token de API no puede usar este punto de acceso. Necesitaría el permiso {scopes}.',
  'problem.token_malformed': 'La cabecera Authorization no contiene ningún token de este servidor. Envía «Bearer» y el token completo.',
  'problem.token_invalid': 'Este token de API no se conoce aquí o fue revocado.',
  'problem.token_expired': 'Este token de API ha caducado. Crea uno nuevo.',
  'problem.auth_required': 'Inicia sesión antes.',
  'problem.admin_required': 'Solo los administradores pueden hacer esto.',
  'problem.permission_required': 'Tu cuenta no puede hacer esto. Un administrador puede cambiarlo.',
  'problem.setting_invalid': '{field} {fault}.',
  'problem.settings_invalid': 'El conjunto de ajustes {fault}.',
  'problem.some_settings_invalid': 'Algunos ajustes no son válidos.',
  'problem.settings_not_valid': 'Los ajustes no son válidos.',
  'problem.of_integration': '{name}: {fault}',

  'problem.database_unreachable': 'El servidor de la base de datos no responde. Lectern lo sigue intentando hasta que responda.',
  'problem.database_full': 'El disco de la base de datos está lleno. No se puede guardar nada hasta que haya espacio.',
  'problem.database_busy': 'Otro programa tiene ocupada la base de datos. No se puede guardar nada hasta que la suelte.',
  'problem.database_read_only':
    'La base de datos es de solo lectura. Comprueba los permisos del directorio de datos y cómo está montado su disco.',
  'problem.database_broken_disk': 'El disco de la base de datos no lee o no escribe. Compruébalo.',
  'problem.database_damaged': 'La base de datos está dañada. Detén el servidor y restaura una copia de seguridad.',

  'problem.no_job_to_run': 'No existe esa tarea que ejecutar.',
  'problem.no_job': 'Esa tarea no existe.',
  'problem.job_over': 'La tarea ya terminó.',
  'problem.no_backup': 'Esa copia de seguridad no existe.',
};
