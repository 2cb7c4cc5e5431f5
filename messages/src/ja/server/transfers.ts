import type { transferWords as english } from '../../en/server/transfers.js';
import type { Translation } from '../../messages.js';

export const transferWords: Translation<typeof english> = {
  'transfer.disk_full': 'ディスクがいっぱいです。',
  'transfer.no_room': 'ディスクにダウンロードのための空きが足りません。',
  'transfer.silent': '{host}から時間内に応答がありませんでした。',
  'transfer.too_large': '{host}：ファイルが上限の{most}を超えています。',
  'transfer.web_page': '{host}はファイルの代わりにウェブページを送ってきました。',
  'transfer.too_slow': '{host}からの送信が遅すぎます。',
  'transfer.stopped': '{host}からの送信が止まりました。',
  'transfer.ended_early': '{host}はファイルを途中で終えました。',
  'transfer.unusable_answers': 'ファイルの要求に対する{host}の応答が使えません。',
  'transfer.busy': '{host}から、後でやり直すように言われました（HTTP {status}）。',
  'transfer.failing': '{host}に現在障害が起きています（HTTP {status}）。',
  'transfer.gone': '{host}にファイルはもうありません（HTTP {status}）。',
  'transfer.refused': '{host}はファイルを渡しません（HTTP {status}）。',
  'transfer.checksum': '告知されたファイルではありません：{algorithm}が異なります。',
  'transfer.empty': 'ファイルが空です。',
  'transfer.size': 'ファイルは{bytes, plural, other {#バイト}}ですが、告知は{announced}バイトでした。',
};
