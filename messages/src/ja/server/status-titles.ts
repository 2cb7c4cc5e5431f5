import type { statusTitleWords as english } from '../../en/server/status-titles.js';
import type { Translation } from '../../messages.js';

export const statusTitleWords: Translation<typeof english> = {
  'status_title.400': '不正な要求',
  'status_title.401': '未サインイン',
  'status_title.403': '許可されていません',
  'status_title.404': '見つかりません',
  'status_title.409': '競合',
  'status_title.410': 'なくなりました',
  'status_title.413': '大きすぎます',
  'status_title.415': '対応していないメディアタイプ',
  'status_title.416': '範囲を返せません',
  'status_title.422': '無効な入力',
  'status_title.429': '要求が多すぎます',
  'status_title.499': 'クライアントが切断しました',
  'status_title.500': '内部エラー',
  'status_title.502': 'ほかのサービスのエラー',
  'status_title.503': '利用できません',
  'status_title.507': '空き容量不足',
};
