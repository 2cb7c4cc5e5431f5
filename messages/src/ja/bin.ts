import type { binMessages as english } from '../en/bin.js';
import type { Translation } from '../messages.js';

export const binMessages: Translation<typeof english> = {
  'bin.link': 'ゴミ箱',
  'bin.title': 'ゴミ箱',
  'bin.lead': 'Lecternが配置したものではなく、ほかのものに置き換えられたファイル。30日後に削除されます。',
  'bin.list': 'ゴミ箱の本',
  'bin.none': 'ゴミ箱は空です',
  'bin.none.body': '報告された本がLecternの配置したものでない場合、置き換えると元のファイルがここに移されます。',
  'bin.files': '{count, plural, other {#ファイル}}、{size}',
  'bin.from': '元の場所',
  'bin.since': '移動：{name}、{when}',
  'bin.until': '{date}に削除されます',
  'bin.busy': 'ファイルを移動または削除しています。',
  'bin.away':
    'ファイルにアクセスできません。ライブラリのディスクはマウントされていますか？アクセスできるまで、自動的な削除は行われません。誰かが手動で削除した場合は、「今すぐ削除」で一覧から外せます。',
  'bin.restore': '復元',
  'bin.restore.of': '復元：{title}',
  'bin.restored': '{count, plural, other {#ファイル}}を元の場所に戻しました。',
  'bin.restored.none': '元に戻せたファイルはありません。',
  'bin.delete': '今すぐ削除',
  'bin.delete.of': '今すぐ削除：{title}',
  'bin.delete.title': '「{title}」のファイルを削除しますか？',
  'bin.delete.body': '{count, plural, other {#ファイル}}（{size}）をディスクから削除します。元に戻せません。',
  'bin.delete.confirm': '{count, plural, other {#ファイルを削除}}',
  'bin.deleted': '{count, plural, other {#ファイルを削除しました}}。',
};
