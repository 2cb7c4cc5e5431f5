/** Why the server itself could not download a file. `{host}` is where it comes from. */
export const transferWords = {
  'transfer.disk_full': 'The disk is full.',
  'transfer.no_room': 'There is not enough space on the disk for the download.',
  'transfer.silent': '{host} did not answer in time.',
  'transfer.too_large': '{host}: the file is larger than the {most} that are allowed.',
  'transfer.web_page': '{host} sent a web page instead of the file.',
  'transfer.too_slow': '{host} is sending too slowly.',
  'transfer.stopped': '{host} stopped sending.',
  'transfer.ended_early': '{host} ended the file early.',
  'transfer.unusable_answers': '{host} gives unusable answers to requests for the file.',
  'transfer.busy': '{host} asked us to come back later (HTTP {status}).',
  'transfer.failing': '{host} is failing at the moment (HTTP {status}).',
  'transfer.gone': '{host} no longer has the file (HTTP {status}).',
  'transfer.refused': '{host} does not hand out the file (HTTP {status}).',
  'transfer.checksum': 'The file is not the one that was announced: its {algorithm} differs.',
  'transfer.empty': 'The file is empty.',
  'transfer.size': 'The file has {bytes, plural, one {# byte} other {# bytes}}; {announced} were announced.',
} as const;
