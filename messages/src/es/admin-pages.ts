import type { adminPageMessages as english } from '../en/admin-pages.js';
import type { Translation } from '../messages.js';

/** The list of admin pages: what they are about, and what is done on each. */
export const adminPageMessages: Translation<typeof english> = {
  'nav.admin.group.books': 'Libros y solicitudes',
  'nav.admin.group.people': 'Personas y acceso',
  'nav.admin.group.connections': 'Conexiones',
  'nav.admin.group.server': 'Servidor',
  'nav.admin.choose': 'Elegir una página',
  'nav.admin.back': 'Volver a: {page}',
  'nav.admin.overview.about': 'Lo que requiere atención y lo que está en camino',
  'nav.admin.approvals.about': 'Solicitudes que esperan tu aprobación',
  'nav.admin.requests.about': 'Las solicitudes de todos y en qué quedaron',
  'nav.admin.library.about': 'Los libros de tus servidores multimedia; importar y renombrar archivos',
  'nav.admin.reports.about': 'Problemas con libros que se han notificado',
  'nav.admin.blocklist.about': 'Versiones que nunca se descargan',
  'nav.admin.users.about': 'Cuentas, permisos y límites de solicitudes',
  'nav.admin.apiTokens.about': 'Acceso para otros programas',
  'nav.admin.integrations.about': 'Catálogos, indexadores, clientes de descarga y servidores multimedia',
  'nav.admin.plugins.about': 'Instalar, actualizar y quitar complementos',
  'nav.admin.mail.about': 'El servidor de correo que envía los mensajes',
  'nav.admin.webhooks.about': 'Avisar a otros programas de lo que ocurre',
  'nav.admin.settings.about': 'Carpetas, versiones, inicio de sesión y más',
  'nav.admin.jobs.about': 'Las tareas en segundo plano y su horario',
  'nav.admin.backups.about': 'Guardar la base de datos y restaurarla',
  'nav.admin.audit.about': 'Quién hizo qué y cuándo',
  'nav.admin.logs.about': 'Lo que el servidor anota sobre su trabajo',
};
