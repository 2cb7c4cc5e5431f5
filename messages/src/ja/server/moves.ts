import type { moveWords as english } from '../../en/server/moves.js';
import type { Translation } from '../../messages.js';

export const moveWords: Translation<typeof english> = {
  'move.missing': '「{path}」はもうありません。',
  'move.changed': '「{path}」は配置後に変更されました。',
  'move.link_in_folder': '「{path}」はリンクです。リンクをまたいで本を移動することはありません。',
  'move.target_taken': '「{path}」はすでにあります。上書きはしません。',
  'move.same_target': 'この計画の別の本が同じフォルダーに入ります：{title}。',
  'move.other_file_system': '「{path}」は別のファイルシステムにあります。Lecternは同じファイルシステムの中でしか本を移動しません。',
  'move.shared_folder': 'フォルダー「{path}」に別の本があります。',
  'move.too_many_files': '「{path}」のファイルは、1冊の本としては多すぎます。',
  'move.outside_library': '「{path}」はライブラリフォルダーの中にありません。',
  'move.being_imported': 'この本は取り込み中です。',
  'move.in_download_client': '「{path}」はまだダウンロードクライアント{client}が使っています。',
  'move.catalogue_silent': 'カタログからこの本の情報を得られませんでした。後で新しい計画を作ってください。',
  'move.outdated': '計画を作った後に、この本は配置し直されたか移動されました。',
  'move.file_fault': '{fault}',
  'move.not_mounted':
    '「{path}」の中で本を移動していましたが、現在マウントされていません。マウントし直してください。次の移動のとき、またはLecternの起動時に続きを行います。',
  'move.not_flushed':
    '「{path}」への移動をディスクが確認しませんでした：{fault}ディスクを確認してください。次の移動のとき、またはLecternの起動時にもう一度調べます。',
  'move.stuck':
    '本を移動することも元に戻すこともできませんでした：{fault}足りないものは「{path}」にあります。次の移動のとき、またはLecternの起動時にもう一度試します。',
  'move.invalid_template': 'パステンプレートを使えません：{fault}',
  'move.no_library_folder': 'ライブラリフォルダーが設定されていません。',
  'move.library_not_there': 'ライブラリフォルダー「{path}」が見えないか、空です。マウントされているか確認してください。',
  'move.library_changed': '計画を作った後に、ライブラリフォルダーが変更されました。',
  'move.defect': '名前の変更が予期せず失敗しました：{fault}',
  'filing.client_silent': '{client}が応答せず、ファイルを使っている可能性があります。連携で確認してから、もう一度本を整理してください。',
  'filing.placed_by_lectern': '「{path}」はLecternが配置したものです。代わりに、配置済みの本として名前を変更してください。',
  'filing.own_data': '「{folder}」はLectern自身のデータの中にあり、そこからは整理しません。',
  'filing.audio_changed': '「{folder}」のオーディオファイルは、読み取り後に変更されました。もう一度フォルダーを取り込んでください。',
  'filing.no_book': 'どの本かが決まっていません。',
  'filing.catalogue_silent': 'カタログから「{title}」の情報を得られませんでした。後でもう一度試してください。',
  'filing.impossible': 'このファイルは整理できません。',
};
