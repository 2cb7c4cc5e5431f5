import { textKey } from '../text-key.js';

/** Genres, publishers, sites and notes of uploaders, which say nothing about which book it is. All folded. */
const WORDS = new Set(
  `fiction|non fiction|nonfiction|science fiction|sci fi|scifi|sf|fantasy|urban fantasy|epic fantasy|dark fantasy|horror|thriller|crime|mystery|romance|litrpg|gamelit|progression fantasy|ya|young adult|children|childrens|kids|classic|classics|literature|literary|history|historical|historical fiction|biography|autobiography|memoir|self help|business|philosophy|psychology|science|religion|humor|humour|comedy|western|adventure|poetry|krimi|roman|belletristik|sachbuch|jugendbuch|kinderbuch|policier|polar|fantastique|романтика|фантастика|детектив
|audible|audible studios|audible original|penguin|penguin audio|penguin random house|penguin random house audio|random house|random house audio|harper|harperaudio|harper audio|harpercollins|macmillan|macmillan audio|hachette|hachette audio|simon and schuster|simon and schuster audio|tantor|tantor audio|tantor media|brilliance|brilliance audio|blackstone|blackstone audio|blackstone publishing|recorded books|rbmedia|podium|podium audio|naxos|naxos audiobooks|orion|bolinda|books on tape|listening library|scholastic|scholastic audio|soundbooth theater|w f howes|dreamscape|dreamscape media|highbridge|oasis audio|zondervan|hodder|hodder and stoughton|faber|der horverlag|hoerverlag|horverlag|argon|argon verlag|lubbe audio|luebbe audio|hoerbuch hamburg|horbuch hamburg|random house audio deutschland|audiolib|gallimard|ecoutez lire|storyside|storytel|bookbeat|nextory|overdrive|libby|hoopla|librivox|podiobooks|gutenberg|emons|salani|bonnier|saga egmont|lind and co
|audiobookbay|audio book bay|abb|mam|myanonamouse|rutracker|bibliotik|torrentgalaxy|tgx|rarbg|1337x|demonoid|audionews|nzbgeek|usenet|nzb|torrent
|repost|reup|re up|reseed|seed|new|hq|high quality|good quality|best quality|complete audiobook|full audiobook|full|whole book|single file|one file|multi file|with chapters|chapters|chapterized|chaptered|chapter marks|cover|with cover|cover art|artwork|tagged|untagged|id3|metadata|nfo|cue|cd|cds|cd rip|cdrip|mp3 cd|digital|download|dl|drm free|no drm|clean|fixed|final|proper|repack|stereo|mono|cbr|vbr|aac|he aac|lc aac|lame|lossless|lossy|2ch|hz|ipod|itunes|kindle unlocked|free|onverkort|oavkortad|uforkortet|uavkortet|calosc|полная версия|полностью|完全版|朗読|朗読版|nederlands gesproken|pl|audiobook pl|lektor pl|luisterboek|narrated|narration|read|series|audiobooks|audiobook|audio|book|english version|html5|web|scene|retail|p2p|by author|read by author|read by the author|by the author|asin|isbn`
    .replace(/\n/g, '')
    .split('|')
    .map((word) => word.trim()),
);

/** Whether a text is one of the words that uploaders add to any book. */
export function isTradeWord(text: string): boolean {
  return WORDS.has(textKey(text));
}
