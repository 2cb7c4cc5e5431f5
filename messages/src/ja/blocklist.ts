import type { blocklistMessages as english } from '../en/blocklist.js';
import type { Translation } from '../messages.js';

export const blocklistMessages: Translation<typeof english> = {
  'blocklist.title': 'ブロックリスト',
  'blocklist.lead': '特定の本について、今後採用しないリリース。誤ってブロックした場合は解除してください。',
  'blocklist.search': 'リリース、本、理由を検索',
  'blocklist.show': '表示',
  'blocklist.show.blocked': 'ブロック中',
  'blocklist.show.lifted': '解除済み',
  'blocklist.none': 'ブロック中のものはありません',
  'blocklist.none.body': '壊れていたリリースや、管理者が不採用にしたか置き換えたリリースがここに表示されます。',
  'blocklist.none.lifted': '解除したものはありません',
  'blocklist.none.found': '「{search}」は見つかりませんでした',
  'blocklist.everyBook': 'すべての本',
  'blocklist.by': 'ブロック：{name}、{when}',
  'blocklist.byServer': 'ブロック：Lectern、{when}',
  'blocklist.lifted': '解除：{when}',
  'blocklist.act.unblock': 'ブロックを解除',
  'blocklist.act.unblock.of': '{release}のブロックを解除',
  'blocklist.act.block': '再びブロック',
  'blocklist.act.block.of': '再びブロック：{release}',
  'blocklist.done.unblock': 'このリリースは再び採用できます。',
  'blocklist.done.block': 'リリースを再びブロックしました。',
};
