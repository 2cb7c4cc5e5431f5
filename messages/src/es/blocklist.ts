import type { blocklistMessages as english } from '../en/blocklist.js';
import type { Translation } from '../messages.js';

export const blocklistMessages: Translation<typeof english> = {
  'blocklist.title': 'Lista de bloqueo',
  'blocklist.lead': 'Lanzamientos que no se vuelven a usar, cada uno para un libro. Desbloquea el que se haya bloqueado por error.',
  'blocklist.search': 'Buscar lanzamientos, libros y motivos',
  'blocklist.show': 'Mostrar',
  'blocklist.show.blocked': 'Bloqueados',
  'blocklist.show.lifted': 'Desbloqueados',
  'blocklist.none': 'No hay nada bloqueado',
  'blocklist.none.body': 'Aquí aparecen los lanzamientos que resultan dañados o que un administrador rechaza o reemplaza.',
  'blocklist.none.lifted': 'No se ha desbloqueado nada',
  'blocklist.none.found': 'No se encontró nada para «{search}»',
  'blocklist.everyBook': 'Todos los libros',
  'blocklist.by': 'Bloqueado {when} por {name}',
  'blocklist.byServer': 'Bloqueado {when} por Lectern',
  'blocklist.lifted': 'desbloqueado {when}',
  'blocklist.act.unblock': 'Desbloquear',
  'blocklist.act.unblock.of': 'Desbloquear {release}',
  'blocklist.act.block': 'Bloquear de nuevo',
  'blocklist.act.block.of': 'Bloquear de nuevo: {release}',
  'blocklist.done.unblock': 'El lanzamiento se puede volver a usar.',
  'blocklist.done.block': 'El lanzamiento está bloqueado de nuevo.',
};
