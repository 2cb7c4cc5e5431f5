import type { followingWords as english } from '../../en/server/following.js';
import type { Translation } from '../../messages.js';

export const followingWords: Translation<typeof english> = {
  'following.waiting': 'まだ確認していません。',
  'following.nothing_new': '新着はありません。',
  'following.requested': '新しくリクエストした本：{requested}冊。',
  'following.told': 'お知らせした新刊：{told}冊。',
  'following.more_to_come': '新しくリクエストした本：{requested}冊。残りの{waiting}冊もまもなくリクエストします。',
  'following.quota_used_up': '新しくリクエストした本：{requested}冊。リクエスト上限に達したため、{waiting}冊が空きを待っています。',
  'following.not_requested': '新しくリクエストした本：{requested}冊。リクエストできなかった本：{waiting}冊。',
  'following.gone': 'カタログにもう載っていません。フォローは続いています。',
  'following.other_region':
    '地域「{region}」でフォローしていますが、サーバーは現在「{serverRegion}」を使っています。地域が戻るまで休止します。',
  'following.not_offered': 'シリーズや著者の本の一覧があるカタログが接続されていません。',
  'following.catalogue_failed': 'カタログが応答しませんでした（{error}）。もう一度問い合わせます。',
  'following.shelf_hidden': '現在サイトに本が1冊も表示されないため、本棚からは何も削除していません。',
  'following.shelf_books': '{count, plural, other {本棚に#冊あります。}}',
  'following.shelf_requested': '{count, plural, other {#冊をリクエストしました。}}',
  'following.shelf_others_wait': '残りは待機中です。',
  'following.shelf_catalogue_silent': 'カタログが応答しませんでした。残りは後で調べます。',
  'following.shelf_more_to_come': '続きは1時間後です。',
  'following.calendar_name': 'Lectern：近日発売',
};
