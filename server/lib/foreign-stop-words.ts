/** Words that tell nothing, in languages that few here write but many receive letters in; by ISO 639-1 code. */

const WORDS: Record<string, string> = {
  de: `aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus bei beim bereits bin bis bist bitte bzw
    da dabei dadurch dafür dagegen daher damit danach dann daran darauf daraus darf darin darüber darum das dass dasselbe davon dazu dein deine deinem
    deinen deiner dem den denen denn dennoch der deren derselbe des dessen deshalb dich die dies diese dieselbe diesem diesen dieser dieses dir doch dort
    du durch dürfen ebenso ein eine einem einen einer eines einige einigen einiger einmal er erst es etwa etwas euch euer eure falls für gab ganz gar gegen
    gegenüber gemäß gewesen gibt habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im immer in indem ins
    insbesondere ist ja jede jedem jeden jeder jedes jedoch jene jener jetzt kann kein keine keinem keinen keiner können könnte lassen mal man manche mehr
    mein meine meinem meinen meiner mich mir mit möchte muss müssen nach nachdem nein nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem
    seinen seiner seit selbst sich sie siehe sind so sobald sofern sogar solche solchen soll sollen sollte sondern sonst sowie sowohl über um und uns unser
    unsere unserem unseren unserer unter usw viel viele vielen vom von vor wann war waren warum was wegen weil weiter weitere weiteren welche welchem
    welchen welcher welches wenn wer werde werden wie wieder will wir wird wo wobei wollen worden wurde wurden würde würden zu zum zur zwar zwischen zwei
    drei herr herrn frau sehr geehrte geehrter geehrten damen herren freundlichen grüßen januar februar märz april mai juni juli august september oktober
    november dezember montag dienstag mittwoch donnerstag freitag samstag sonntag datum seite nr str tel fax uhr jahr jahre jahren tag tage`,
  es: `a al algo algún alguna algunas alguno algunos además adonde ahora allí ambos ante antes aquel aquella aquellas aquellos aquí así aun aún aunque bajo
    bien cada casi como cómo con contra cosa cual cuál cuales cualquier cuando cuándo cuanto de debe deben del demás dentro desde después día días dicha
    dicho donde dónde dos durante e el él ella ellas ello ellos en entonces entre era eran es esa esas ese eso esos esta está están estaba estado estar
    estas este esté esto estos estoy fin fue fueron fuera ha haber había habían han hace hacen hacer hacia han hasta hay he hemos hoy incluso junto la las le
    les lo los luego más me mediante menos mes mi mí mientras mis misma mismas mismo mismos mucha muchas mucho muchos muy nada ni ningún ninguna no nos
    nosotros nuestra nuestras nuestro nuestros nunca o os otra otras otro otros para parte pero poca poco pocos podrá podrán poder por porque primer primera
    primero pueda puede pueden pues que qué quien quién quienes respecto se sea sean según ser será serán si sí sido siempre siendo sin sino sobre solo sólo
    son soy su sus tal tales también tampoco tan tanto te tener tiene tienen toda todas todavía todo todos tras tres tu tú tus u un una unas uno unos usted
    ustedes va varios veces vez y ya yo señor señora señores estimado estimada estimados atentamente saludo enero febrero marzo abril mayo junio julio agosto
    septiembre octubre noviembre diciembre lunes martes miércoles jueves viernes sábado domingo fecha página año años núm`,
  fr: `à afin ai ainsi alors après as au aucun aucune aussi autre autres aux avant avec avez avoir avons c ça car ce ceci cela celle celles celui ces cet
    cette ceux chaque chez ci comme comment d dans de depuis des deux doit doivent donc dont du elle elles en encore entre est et étaient était étant été
    être eu eux fait faire faut il ils j je l la là le les leur leurs lors lorsque lui ma mais même mes moi moins mon n ne ni non nos notre nous on ont ou
    où par parce pas peut peuvent peu plus pour pourquoi qu quand que quel quelle quelles quels qui s sa sans se selon sera seront ses si sien soit son sont
    sous sur ta te tes toi ton tous tout toute toutes très tu un une vers vos votre vous y janvier février mars avril mai juin juillet août septembre octobre
    novembre décembre madame monsieur date page an ans`,
  it: `a ad agli ai al alla alle allo anche ancora avere aveva c che chi ci coi col come con contro cui da dagli dai dal dalla dalle dallo degli dei del
    della delle dello dentro di dopo dove due e è ed era erano essere fra fino già gli ha hai hanno ho i il in io l la le lei li lo loro lui ma mentre mi mia
    mio molto ne negli nei nel nella nelle nello no noi non nostra nostro o ogni per perché però più poi può qual quale quali quando quanto quella quelle
    quelli quello questa queste questi questo qui se sempre senza si sia solo sono sopra sotto stata stato su sua sue sugli sui sul sulla sulle suo suoi tra
    tu tutte tutti tutto un una uno verso vi voi gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre data pagina`,
  nl: `aan af al alle alles als ander andere ben bij binnen daar dan dat de der deze die dit doch doen door dus een eens elk en er ge geen geweest haar had heb
    hebben heeft hem het hier hij hoe hun iemand iets ik in is ja je kan kon kunnen maar me meer men met mij mijn moet moeten na naar niet niets nog nu of om
    omdat onder ons onze ook op over reeds te tegen ten ter toch toen tot u uit uw van veel voor want waren was wat werd wezen wie wij wil wordt worden zal ze
    zelf zich zij zijn zo zonder zou januari februari maart april mei juni juli augustus september oktober november december datum pagina jaar`,
  pt: `a à ao aos aquela aquele aqueles as às até com como da das de dela dele deles depois do dos e é ela elas ele eles em entre era essa essas esse esses esta
    está estão estas este estes eu foi foram há isso isto já lhe mais mas me mesmo meu minha muito na não nas nem no nos nós nossa nosso num numa o os ou
    para pela pelas pelo pelos pode por qual quando que quem são se sem ser será seu seus só sua suas também te tem têm todas todo todos tu um uma você
    janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro data página ano anos`,
}

const lists = new Map<string, ReadonlySet<string>>()
const NONE: ReadonlySet<string> = new Set()

/** Those of the language; none where it is not known, or is one of those that have longer lists elsewhere. */
export function stopWordsIn(language: string): ReadonlySet<string> {
  const known = lists.get(language)
  if (known) return known
  const words = WORDS[language]
  if (words === undefined) return NONE
  const made = new Set(words.split(/\s+/))
  lists.set(language, made)
  return made
}
