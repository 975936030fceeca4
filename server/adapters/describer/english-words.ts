const set = (words: string) => new Set(words.split(/\s+/))

/** Given names that are common in English texts. */
export const GIVEN_NAMES =
  set(`Aaron Abigail Adam Adrian Agnes Alan Albert Alejandro Alex Alexander Alexandra Alexis Alfred Alice Alicia Alison Allison
Amanda Amber Amelia Amy Ana Anastasia Andrea Andreas Andrew Angela Anita Anja Ann Anna Anne Annette Anthony Anton Antonio Arthur Ashley Audrey
Barbara Beatrice Ben Benjamin Bernard Beth Betty Beverly Bill Bob Bonnie Boris Brad Bradley Brandon Brenda Brian Bruce Bryan Caleb Carl Carla
Carlos Carmen Carol Caroline Carolyn Catherine Cecilia Charles Charlie Charlotte Cheryl Chloe Chris Christian Christina Christine Christopher
Claire Clara Clare Claude Claudia Colin Connor Craig Crystal Cynthia Daniel Daniela Danielle David Dean Deborah Debra Denis Dennis Derek Diana
Diane Diego Dmitry Dmitri Dominic Donald Donna Doris Dorothy Douglas Dylan Edward Edwin Eileen Elaine Eleanor Elena Elizabeth Ella Ellen Emily
Emma Eric Erica Erik Ernest Ethan Eugene Eva Evan Evelyn Felix Fernando Fiona Florence Frances Francis Francisco Frank Fred Frederick Gabriel
Gareth Gary Geoffrey George Gerald Gerard Gina Glen Gloria Gordon Grace Graham Greg Gregory Hannah Hans Harold Harriet Harry Heather Helen
Henry Herbert Holly Howard Hugh Hugo Ian Igor Irene Irina Isaac Isabel Isabella Ivan Jack Jackson Jacob Jacqueline Jade James Jamie Jan Jane Janet
Janice Jasmine Jason Jean Jeff Jeffrey Jennifer Jeremy Jerry Jesse Jessica Jill Jim Joan Joanna Joe Joel Johan Johannes John Johnny Jonathan Jordan
Jorge Jose Joseph Joshua Joyce Juan Judith Judy Julia Julian Julie Justin Karen Karl Kate Katherine Kathleen Kathryn Katie Keith Kelly Ken Kenneth
Kevin Kim Kimberly Klaus Kyle Lars Laura Lauren Lawrence Leo Leon Leonard Leslie Liam Lillian Linda Lisa Logan Louis Louise Lucas Lucy Luis Luke
Lydia Lynn Madison Margaret Maria Marie Marina Mario Marion Mark Martha Martin Mary Mason Matthew Maureen Max Megan Melanie Melissa Mia Michael
Michelle Miguel Mike Mikhail Miranda Molly Monica Morgan Nadia Nancy Natalia Natalie Natasha Nathan Neil Nicholas Nick Nicola Nicole Nigel Nikolai
Nina Noah Nora Norman Oleg Olga Oliver Olivia Oscar Owen Pamela Patricia Patrick Paul Paula Pauline Pavel Pedro Penelope Peter Philip Phillip Phoebe
Pierre Rachel Ralph Raymond Rebecca Renee Ricardo Richard Rita Robert Roberta Robin Rodney Roger Roland Ron Ronald Rosa Rose Ross Roy Russell Ruth
Ryan Sally Sam Samantha Samuel Sandra Sara Sarah Scott Sean Sebastian Sergey Sergei Sharon Sheila Shirley Simon Sofia Sonia Sophia Sophie Stanley
Stefan Stella Stephanie Stephen Steve Steven Stuart Sue Susan Suzanne Svetlana Sylvia Tamara Tara Tatiana Ted Teresa Terry Theodore Theresa Thomas
Tiffany Tim Timothy Tina Todd Tom Tony Tracy Tyler Valerie Vanessa Veronica Victor Victoria Vincent Virginia Vivian Vladimir Walter Wanda Wayne
Wendy William Xavier Yolanda Yuri Yvonne Zachary Zoe Priya Raj Rajesh Amit Ahmed Ali Fatima Mohammed Muhammad Omar Wei Ming Hiroshi Kenji Yuki`)

export const TITLES = set(
  'Mr Mrs Ms Miss Dr Prof Professor President Chancellor Senator Judge Justice Captain General Colonel Sir Lady Lord Director Chairman Minister Secretary Inspector Detective King Queen Prince Princess Pope',
)

export const ORGANISATION_ENDS = set(
  `Inc Ltd LLC LLP GmbH Corp Corporation Limited PLC AG Company Co Group Holdings Holding Bank University Institute College School Academy Committee
  Department Ministry Council Agency Foundation Association Court Hospital Clinic Museum Society Party Church Union Airlines Airways Motors
  Technologies Solutions Partners Services Systems Labs Laboratories Laboratory Centre Center Commission Federation Authority Board Office Bureau
  Trust Fund Insurance Capital Ventures Consulting Industries Electronics Pharmaceuticals Energy Logistics Press Times Journal Post Club League
  Theatre Orchestra Library Parliament Senate Congress Government Service Administration Organization Organisation Team Studios Media Networks Software`,
)
export const ORGANISATION_STARTS = set(
  'University Bank Ministry Department Institute Faculty Office School Bureau Court Museum Council Board Federation Association Chamber',
)

export const PLACE_ENDS = set(
  'Street Road Avenue Lane Boulevard Square River Lake Mountain Mountains Island Islands County City State Province Bay Beach Valley Peninsula Ocean Sea Desert Canyon Bridge Airport Park District Drive Court Town Village',
)

const CITIES = `London Paris Berlin Madrid Rome Vienna Prague Warsaw Budapest Moscow Kazan Novosibirsk Yekaterinburg Petersburg Kyiv Kiev Minsk Beijing Shanghai
Tokyo Osaka Kyoto Seoul Delhi Mumbai Bangalore Dubai Cairo Lagos Nairobi Johannesburg Sydney Melbourne Toronto Vancouver Montreal Boston Chicago
Houston Dallas Seattle Denver Atlanta Miami Philadelphia Phoenix Washington Manchester Liverpool Birmingham Leeds Glasgow Edinburgh Bristol Oxford
Cambridge Dublin Cork Belfast Cardiff Amsterdam Rotterdam Brussels Antwerp Geneva Zurich Basel Munich Hamburg Frankfurt Cologne Stuttgart Milan
Turin Naples Venice Florence Barcelona Valencia Seville Lisbon Porto Athens Istanbul Ankara Stockholm Gothenburg Oslo Bergen Copenhagen Helsinki
Tallinn Riga Vilnius Bucharest Sofia Belgrade Zagreb Tbilisi Yerevan Baku Tashkent Almaty Astana Bangkok Hanoi Jakarta Manila Singapore Kuala
Jerusalem Haifa Tehran Baghdad Riyadh Doha Lima Bogota Santiago Caracas Havana Europe Asia Africa America Antarctica Siberia Scotland Wales England
California Texas Florida Ohio Nevada Oregon Arizona Colorado Georgia Michigan Illinois Pennsylvania Virginia Massachusetts Minnesota Wisconsin
Alaska Hawaii Utah Kansas Kentucky Tennessee Alabama Louisiana Oklahoma Missouri Maryland Bavaria Catalonia Normandy Tuscany Crimea Britain UK USA US EU`

export const PLACES = new Set([
  ...CITIES.split(/\s+/),
  'New York',
  'Los Angeles',
  'San Francisco',
  'San Diego',
  'Las Vegas',
  'New Delhi',
  'Hong Kong',
  'St Petersburg',
  'New Jersey',
  'New Mexico',
  'North Carolina',
  'South Carolina',
  'Buenos Aires',
  'Rio de Janeiro',
  'Sao Paulo',
  'Tel Aviv',
  'Cape Town',
  'Mexico City',
  'Saint Petersburg',
  'United States',
  'United Kingdom',
  'Great Britain',
  'Kuala Lumpur',
  'Middle East',
  'Nizhny Novgorod',
])
