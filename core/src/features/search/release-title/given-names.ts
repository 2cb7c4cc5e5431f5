/**
 * Common given names, folded to plain lower-case letters. They distinguish a person from a title if a release name only
 * separates two texts by a dash. A missing name only costs a guess.
 */
const NAMES = `
aaron abby abigail abraham ada adam adele adrian agatha agnes aidan aja akwaeke alain alan alastair albert alberto aldous alec alejandro aleksandr
alex alexa alexander alexandra alexandre alexis alfred ali alice alicia alison alistair alix allan allen allison alma alyssa amanda amber amelia amie amitav
amor amy ana anais anatole anders andre andrea andreas andrei andrew andrzej andy angela angie ann anna anne annie anthony antoine anton antonia
antonio april arkady arnold arthur arturo arundhati ashley astrid audrey august augustus ayn barack barbara barry bart beatrice becky bella ben benedict benjamin bernard
bernhard bertolt beth betty bill billy blake bob boris brad bram brandon brent brett brian brigid britt brittany brooke bruce bryan bryce byron caleb callie
cameron camilla carl carla carlo carlos carmen carol carole caroline carolyn carrie casey cassandra catherine cathy cecelia celeste cesar chad charlaine charles charlie charlotte
chelsea cheryl chester chimamanda china chloe chris christian christie christina christine christoph christopher chuck cixin claire clara clarice clark claude claudia clayton clive cody
colin colleen colson connie conor constance cora corey cormac cornelia courtney craig curtis cynthia cyril daisy dale damon dan dana daniel daniela daniele daniil danielle danny dante daphne darcy
darren dave david dawn dean deanna deborah debra delia denis denise dennis derek deepak diana diane diego dietrich dimitri dirk dmitri dmitry dolores dominic don donald donna dora doreen doris dorothy doug
douglas duncan dustin dwight dylan earl ed eddie edgar edith edmund eduardo edward edwin eileen elaine eleanor elena elif elisabeth eliza elizabeth ella ellen ellie elliott elsa emil emile emilia emily
emma enid eoin eric erica erich erik erin ernest ernst esther ethan eugene eva evan eve evelyn ezra fareed felicia felix fernando fiona flannery florence franc frances francesca francis francisco francois
frank franklin franz fred freddie frederic frederick frederik freida freya friedrich fritz fyodor gabriel gabrielle gail garth gary gavin gena gene genevieve geoff geoffrey george georges georgette
georgia gerald gerard gertrude gian gideon gilbert gillian gina giovanni glen glenn gloria gordon grace graham grant greg gregory greta guillermo gunter gustave guy gwendoline hal haley hank hanna
hannah hannu hans harlan harold harper harriet harrison harry haruki harvey heather hector heidi heinrich helen helena helene helga henning henri henrik henry herbert heribert herman hermann herta hilary hope horace howard
hubert hugh hugo humphrey iain ian ibram ichiro ida ignacio igor ilona imogen inga ingrid ira irene iris irving isaac isabel isabella isla italo ivan ivo jack jackie jackson jacob jacqueline jacques
jake james jamie jan jana jane janet janice jared jasmine jason jasper javier jay jayne jean jeanette jeff jeffery jeffrey jen jenna jennifer jenny jeremy jerome jerry jesse jessica jessie jhumpa jill
jim jimmy jo joan joanna joanne joaquin jodi jodie joe joel joey johann johanna johannes john johnny jojo jon jonas jonathan jordan jorge jose josef joseph josephine josh joshua jostein joy joyce juan
juana judith judy jules julia julian juliana julie juliet juliette julio jun jung junot jurgen justin kai kaitlin karel karen karin karl karla kat kate katherine kathleen kathryn kathy katie katrin katrina kay kazuo keith kelley
kelly ken kendra kenneth kent kenzaburo kerry kevin khaled kiera kim kimberly kira kirk kirsten klaus knut kobo kristen kristin kristina kristy kurt kwame kyle lana lance larry lars laura lauren laurence laurie
lawrence lea leah lee leigh lemony len lena leo leon leonard leonardo leonid leopold leslie lev levi lewis liam liane lidia lila lily linda lindsay lindsey lionel lisa liu liz liza lloyd lois lora
loren lorenzo loretta lori lorraine lou louis louisa louise luc luca lucas lucia lucinda lucy luis luke lydia lyman lynda lynn lynne lyudmila mackenzie maddie madeleine madeline maggie mal malcolm mandy manuel
marc marcel marcia marco marcus margaret margarita marge margo marguerite maria marian marianne marie marilyn marilynne marina mario marion marisa marissa marjane marjorie mark markus marlon martha martin martina marvin
mary maryse mathias matt matteo matthew matthias maud maureen maurice max maxim maxine maya meg megan mel melanie melissa melvin mercedes meredith merle mervyn mia michael michaela michel michele michelle mickey miguel mike mikhail
milan mildred miles milton mindy ming miranda miriam mitch mo mohsin moira molly mona monica moses muhammad muriel murray nadia nadine nancy naomi natalia natalie natasha nate nathan nathaniel neal ned
neil nella nelson ngugi nicholas nick nicola nicolas nicole nigel niklas nikolai nina noah noam noel nora norman octavia octavio olaf olga oliver olivia ollie omar oprah orhan oriana orson oscar
otto owen pablo pam pamela paolo pat patricia patrick patti paul paula paulette pauline paulo pearl pedro peg peggy penelope penny percy perry pete peter petra phil philip philippa philippe phillip phoebe phyllis
pierce pierre piers piper priya quentin rachel rafael rainer ralph ramez ramona randall randy raphael ravi ray raymond rebecca reed regina reginald reid renee rex rhonda ricardo richard richelle rick
ricky riley rita rob robert roberta roberto robin robyn rod roderick rodney roger roland ron ronald rosa rosalind rosamund rose rosemary ross roxane roy ruben rudolf rudyard rupert ruskin russell ruth ryan
sabaa sabrina sage sally salman salvador sam samantha samuel sandra sandy santiago sara sarah saskia saul scott sean sebastian selma serena sergei sergey seth shane shannon shari sharon shaun shawn sheila
shelby shelley sheri sherman sherry sherwood shirley sidney siegfried sigmund sigrid silas silvia simon simone sinclair siri slavoj sofia solomon somerset sonia sophia sophie spencer stacey stacia stacy stan stanislaw stanley stefan stefanie
stella stephanie stephen steve steven stieg stuart sue suellen susan susanna susanne suzanne suzy svetlana sven sydney sylvain sylvia tabitha tad tahereh tamara tamsyn tana tania tara tasha tatiana taylor ted terence teresa
terrence terry tess tessa thea theodor theodore theresa thomas thornton tia tiffany tim timothy tina tobias toby todd tom tommy toni tony torey tracey traci tracy travis trent trevor tricia tristan
troy truman tyler umberto upton ursula val valerie vanessa vera vernor veronica vicki victor victoria vikram viktor vince vincent viola violet virginia vita vladimir voltaire wade walker wallace walt walter
warren wayne wendell wendy werner wes wesley wilbur wilhelm wilkie will willa willem william willie winston wolfgang woody xavier yaa yann yasmina yevgeny yoko yukio yuri yuval yvonne zachary zadie zane zelda zoe zora
benito benita rosario emilia vicente blas gustavo ruben ramon lope leopoldo gaston guy theophile edmond alphonse honore stendhal luigi carlo giacomo alessandro ludovico torquato niccolo cesare primo grazia elio selma tom edna iris mervyn ngaio dashiell raymond ambrose bret zane kahlil rabindranath bram arthur oliver ellery wilkie elinor thandie kobna ray porter
bruder claus cressida juli gunther lucia lucy maud priyamvada chitra jussi jo karl-ove tove per pelle asa sjon arnaldur yrsa camilla liza henryk olga czeslaw bohumil jaroslav imre magda sandor miklos
kenzo banana yoko hiromi sayaka keigo osamu natsume ryu mo lu jia ken hugh ichiei kugane reki leo fyodor fedor anton ivan aleksandr nikolay lev mikhail sergei vladimir
федор лев антон иван александр николай михаил сергей владимир алексей дмитрий борис аркадий виктор андрей анна мария ольга татьяна максим юрий игорь руслан евгений елена павел петр валентин григорий константин
`;

const GIVEN = new Set(NAMES.split(/\s+/).filter((name) => name !== ''));

/** @param word folded to plain lower-case letters */
export function isGivenName(word: string): boolean {
  return GIVEN.has(word);
}
