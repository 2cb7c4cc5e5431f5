import type { libraryProblemWords as english } from '../../en/server/problems-library.js';
import type { Translation } from '../../messages.js';

export const libraryProblemWords: Translation<typeof english> = {
  'problem.asin_invalid': 'ASINは10文字の英数字です。',
  'problem.no_library_item': 'ライブラリにその項目はありません。',
  'problem.scan_not_started': 'スキャンを開始できませんでした。もう一度試してください。',
  'problem.no_likely_match': 'その一致候補はありません。',
  'problem.no_such_series_in_library': 'ライブラリにそのシリーズの本はありません。',
  'problem.check_up_under_way': '点検中です。',
  'problem.no_check_up': '実行中の点検はありません。',
  'problem.no_finding': 'その結果はありません。',

  'problem.no_rename': 'その名前の変更はありません。',
  'problem.another_rename': '別の名前の変更が進行中です。',
  'problem.rename_under_way': '名前の変更がまだ進行中です。',
  'problem.rename_not_under_way': '名前の変更は進行中ではありません。',
  'problem.rename_not_ready': '開始できるのは、準備ができた計画だけです。',
  'problem.rename_too_old': '計画が古すぎます。新しく作成してください。',
  'problem.rename_empty': '計画に名前を変更できる本がありません。',
  'problem.rename_moved_nothing': '名前の変更で移され、元に戻せる本はありません。',
  'problem.rename_not_undoable': '名前の変更が古すぎるため、元に戻せません。',
  'problem.rename_was_started': '削除できるのは、一度も開始していない計画だけです。',

  'problem.no_take_in': 'その取り込みはありません。',
  'problem.take_in_under_way': 'ライブラリを取り込んでいます。',
  'problem.take_in_over': '取り込みは終了しています。',
  'problem.no_taken_book': '取り込みにその本はありません。',
  'problem.taken_not_open': 'この本はもう未確認ではありません。',

  'problem.no_binned_book': 'ゴミ箱にその本はありません。',
  'problem.bin_away': 'ゴミ箱のファイルが見えません。ライブラリのディスクがマウントされているか確認し、もう一度試してください。',
  'problem.bin_busy': 'この本のファイルを移しています。終わるまで待ってください。',
  'problem.bin_book_placed': 'その後、Lecternが「{folder}」に本を配置しました。その本を削除するか置き換えてから、もう一度試してください。',
  'problem.bin_in_the_way': '「{path}」が妨げになっています。ほかの場所に移してから、もう一度試してください。',

  'problem.nothing_at_path': 'このサーバーの「{path}」には何もありません。',
  'problem.path_not_readable':
    'Lecternに「{path}」の読み取り権限がありません。所有者と権限、またはLecternを実行するユーザーを確認してください。',
  'problem.files_path_not_absolute': 'ファイルのパスを、サーバーのルートから省略せずに指定してください。',
  'problem.no_folder': 'このサーバーにフォルダー「{path}」はありません。',
  'problem.path_not_folder': '「{path}」はフォルダーではなくファイルです。',
  'problem.folder_not_readable':
    'Lecternに「{path}」の読み取り権限がありません。フォルダーの所有者と権限、またはLecternを実行するユーザーを確認してください。',
  'problem.folder_path_not_absolute': 'フォルダーのパスを、サーバーのルートから省略せずに指定してください。',
  'problem.folder_exists': '「{path}」には「{name}」がすでにあります。',
  'problem.folder_name_invalid': 'この名前はフォルダーに使えません。スラッシュ、特殊文字、前後の空白を含まない短い名前にしてください。',
  'problem.folder_not_writable':
    'Lecternに「{path}」の書き込み権限がありません。フォルダーの所有者と権限、またはLecternを実行するユーザーを確認してください。',
  'problem.folder_read_only': '「{path}」のディスクは読み取り専用です。マウントの設定を確認してください。',
  'problem.folder_disk_full': '「{path}」のディスクに空きがありません。',
};
