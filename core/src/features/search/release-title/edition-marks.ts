import { textKey } from '../text-key.js';

/** What a name says against being the plain, whole reading of a book. */
export type EditionMark = 'dramatised' | 'abridged' | 'summary' | 'sample' | 'interview' | 'machine' | 'graphic';

/** On folded text, in the languages of releases. */
const MARKS: readonly (readonly [EditionMark, RegExp])[] = [
  [
    'dramatised',
    /\b(?:full cast|dramati[sz]\p{L}*|radio (?:play|drama)|audio drama|graphic ?audio|movie in your mind|h(?:o|oe|)rspiele?|(?:piece|fiction|theatre) radiophonique|radioteatro|radionovela|dramatizad[oa]|ficcion sonora|radiodramma|sceneggiato|hoorspel|radioteater|kuunnelma|sluchowisko)\b|аудиоспектакл|радиоспектакл|радиопостановк|ラジオドラマ|广播剧|廣播劇/u,
  ],
  [
    'abridged',
    /\b(?:abridged|abridgement|gek(?:u|ue)rzte?s?|abregee?|version courte|abreviad[oa]|version resumida|versione ridotta|ridotto|verkort|avkortad|forkortad|forkortet|skrocon\p{L}*|lyhennet\p{L}*)\b|(?<!без )сокращ[её]н/u,
  ],
  [
    'summary',
    /\b(?:(?:book )?summary (?:of|and)|book summary|summary|study guides?|cliff ?s? ?notes|spark ?notes|bookcaps|instaread|blinkist|getabstract|supersummary|litcharts|quicklet|key takeaways|conversation starters|discussion (?:guide|prompts|questions)|workbook|companion (?:to|guide)|(?:reader|teacher|reading)s? ?s? guide|analysis (?:of|and)|trivia|zusammenfassung|resumen (?:de|del)|resume (?:de|du)|fiche de lecture|riassunto|samenvatting|sammanfattning|streszczenie)\b|краткое содержание|краткий пересказ|要約/u,
  ],
  [
    'sample',
    /\b(?:samples?|excerpts?|preview|teaser|(?:lese|hor|hoer)probe|extraits?|extracto|muestra|estratto|anteprima|voorproefje|smakprov|utdrag|first chapters?|chapter (?:1|one) only)\b|отрывок|ознакомительный|試聴|サンプル/u,
  ],
  [
    'interview',
    /\b(?:interviews?|in conversation|gesprach mit|entretien avec|entrevista|intervista|podcast|making of|behind the scenes)\b|интервью/u,
  ],
  [
    'machine',
    /\b(?:tts|text to speech|(?:ai|ki|ia) (?:narrat\p{L}*|voices?|read|reading|generated|stimme|gelesen|audiobook)|(?:read|narrated|gelesen) (?:by|von) (?:an? )?(?:ai|ki|computer|machine|robot)|virtual voice|synthetic voice|synthesi[sz]ed(?: voice)?|(?:computer|machine) (?:voice|generated|read|narrated)|auto ?narrated|eleven ?labs|computerstimme|voix (?:de synthese|synthetique)|voz (?:sintetica|artificial)|voce sintetica)\b|синтезатор|нейросеть|合成音声/u,
  ],
  ['graphic', /\b(?:graphic novel|comics?|manga|roman graphique|bande dessinee|novela grafica|fumetto)\b/u],
];

/** The marks in a text, which stands beside the title and the people of a name. */
export function editionMarks(text: string): readonly EditionMark[] {
  const key = textKey(text);
  return MARKS.filter(([, pattern]) => pattern.test(key)).map(([mark]) => mark);
}
