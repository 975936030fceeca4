/**
 * Every number that the order of results rests on, and where it comes from:
 * (T) the textbook;
 * (S) docs/decisions/2026-11-15-search.md, (L) 2026-11-16-across-languages.md, (O) 2026-11-16-order-of-files.md: measured there;
 * (F) chosen by hand; (O) tried others of its neighbourhood and found them to differ by less than .003;
 * (H) chosen by hand, not measured by itself.
 * `npm run bench -- retrieval` must not fall when one of these is changed. What answers rest on beside is `features/ask`: its weights
 * are made by `npm run train`.
 */

// Words, first stage: BM25 over chunks. (T) Robertson's usual values; (F).
export const K1 = 1.2
export const B = 0.75

/** What words in the name, title, keywords and headings add to those in the text. (F) */
export const TITLE_WEIGHT = 0.35
/** How often each of them counts there. (H) They stand in the index: a change is seen in files that are read after it. */
export const TITLE_PARTS = { name: 3, title: 3, keywords: 2, headings: 1 }
/** Numbers and codes are seldom chance. Numbers (F), codes (H). */
export const IDENTIFIER = 1.3
export const CODE = 1.6
/** What stands for a word counts less than the word: its beginning, a slip of the pen, another form or alphabet. (H) */
export const UNFINISHED = 0.6
export const MISSPELT = 0.8
export const OTHER_FORM = 0.9
export const OTHER_ALPHABET = 0.4
/** A word of the conversation beside a word of the question. (H) */
export const BEFORE = 0.4

// What may stand for a word.
/** A word that so many chunks have is a whole one; what else begins so would only stand behind it. (H) */
export const KNOWN = 50
/** So many words are looked for as what an unfinished one may become. (H) */
export const ENDINGS = 20
/** Questions of so many telling words are looked for in the other alphabet too, in so many spellings of each. (H) */
export const BRIEF = 2
export const SPELLINGS = 6
/** So many words of a question are mended, none where more than two, and more than half, are missing: that is another language. (H, L) */
export const MOST_MENDED = 8
export const FOREIGN = { missing: 2, share: 1 / 2 }
/** In a word shorter than this the first letter is no slip. (H) */
export const SHORT = 6

// How much is looked at.
/**
 * Chunks that are ranked and files whose text is compared, by how many words are asked for: as good as 1,500 and 50 for every question. (S)
 * Of one of several owners no less than `ofSeveral`. (H)
 */
export const EFFORT = {
  chunks: { least: 500, perWord: 150, most: 1500 },
  files: { least: 30, perWord: 6, most: 50 },
  ofSeveral: { chunks: 250, files: 10 },
}
/** Chunks that are read to see whether they have a phrase. (H) */
export const PHRASES_READ = 500

// Words, second stage: what the texts of the best candidates add.
/** Pieces of words and pairs of words in their order, beside the words themselves. (F) */
export const PIECES = 0.25
export const PAIRS = 0.5
/** So many telling words in a row are about a sentence. (H) */
export const CLOSE = 12
/** Of this share of the files, the first, also the second best chunk is read. (H) */
export const BOTH = 1 / 3

// Meaning: similarities in standard deviations above chance.
/** What is taken off a similarity of what the text has in common with everything: a third to a half is flat. (L) */
export const COMMON = 1 / 2
/** Bits choose one chunk in so many, within bounds: of 20,000 chunks 1,000 keep .997 of the nearest, 400 keep .985. (S) */
export const COMPARED = { oneIn: 20, least: 400, most: 2000 }
/** Of one file so many of its chunks are compared exactly, the nearest by bits. (H) */
export const OF_ONE = 4
/** Files that meaning brings, and the first of those that words have found, whose nearness is looked up. (H) */
export const NEAREST_FILES = 120
/** From here on a similarity may be more than chance: the right text of a question lies above it in 97 of 100 cases. (S, L) */
export const CHANCE = 1.5
/**
 * What a text without the words must have: behind one word, two, three, words that no dictionary knows, and beside those that answer most of it. (S, L) Of one
 * and two words, measured: words that nobody knows reach 3.7, texts in the other language that are meant begin at 3.8.
 */
export const DEMAND = { oneWord: 4, twoWords: 3.7, moreWords: 2.7, strange: 5.5, answered: 3, besideWords: 6 }
/** From this share on the words have answered most of the question. (H) */
export const MOSTLY = 0.6
/** So many words, or a question mark, make a sentence. (H) */
export const SENTENCE = 5

// Words and meaning together, for files: chosen on development questions of both languages. (L, O)
/** What counts as the whole of meaning, unless the nearest stands higher. (L) */
export const HIGHEST = 8
/** A little of either says less than its share: the text next to the right one has it too. (L: words; O: meaning) */
export const SHARE = 1.4
export const NEARNESS = 1.5
/** What the whole meaning counts, all words together being 1, and what it counts to have the words in one place. (O) */
export const MEANT = 1.5
export const TOGETHER = 0.5
/** Where words answer less than this share of a sentence, it may be about texts in the other language; from the next on it is. (O) */
export const DOUBT = 0.5
export const SURELY = 0.25
/** How much nearer a question is to texts of its own language that are about the matter and do not answer. (O) */
export const OWN_LANGUAGE = 1
/** Only so many, the first, can come to stand before one another by it. (O) */
export const ACROSS_FIRST = 60

// The same for passages of an answer.
/** What meaning adds to words, both between 0 and 1, and the z-score that counts as 1. Between .35 and 1 the order hardly differs. (S) */
export const MEANING = 0.7
export const SURE = 4.2
/** Chunks that words lead to and that are compared a second time; those that meaning alone may bring. (H) */
export const SECOND_LOOK = 50
export const NEAREST = 30
/** A scope of so few chunks is read whole. (H) */
export const WHOLE = 12
/** So many files that only their name speaks for show so many chunks of how their text begins. (H) */
export const NAMED = 3
export const BEGINNINGS = 2
/** Of files that the request names, the first chunks of each, and of all. (H) */
export const OPENINGS = 3
export const MOST_OPENINGS = 15
