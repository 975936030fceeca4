/**
 * Every number that the order of results rests on, and where it comes from: (S) docs/decisions/2026-11-15-search.md,
 * (L) docs/decisions/2026-11-16-across-languages.md, (T) the textbook, (H) no record of its own, measured only with all the rest:
 * `npm run bench -- retrieval` must not fall when one of these is changed.
 */

// Words, first stage: BM25 over chunks. (T) Robertson's usual values.
export const K1 = 1.2
export const B = 0.75

/** What words in the name, title, keywords and headings add to those in the text. (H) */
export const TITLE_WEIGHT = 0.35
/** Numbers and codes are seldom chance. (H) */
export const IDENTIFIER = 1.3
export const CODE = 1.6
/** What stands for a word counts less than the word: its beginning, a slip of the pen, another form or alphabet. (H) */
export const UNFINISHED = 0.6
export const MISSPELT = 0.8
export const OTHER_FORM = 0.9
export const OTHER_ALPHABET = 0.4
/** A word of the conversation beside a word of the question. (H) */
export const BEFORE = 0.4

// Words, second stage: what the texts of the best candidates add.
/** Pieces of words and pairs of words in their order, beside the words themselves. (H) */
export const PIECES = 0.25
export const PAIRS = 0.5
/** So many telling words in a row are about a sentence. (H) */
export const CLOSE = 12
/** Of this share of the files, the first, also the second best chunk is read. (H) */
export const BOTH = 1 / 3

// Meaning: similarities in standard deviations above chance.
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

// Words and meaning together, for files: chosen on development questions of both languages. (L)
/** What counts as the whole of meaning, unless the nearest stands higher. */
export const HIGHEST = 8
/** A little of either says less than its share: the text next to the right one has it too. */
export const SHARE = 1.4
export const NEARNESS = 1.5
/** What the whole meaning counts, all words together being 1, and what it counts to have the words in one place. */
export const MEANT = 1.5
export const TOGETHER = 0.5
/** Where words answer less than this share of a sentence, it may be about texts in the other language; from the next on it is. */
export const DOUBT = 0.5
export const SURELY = 0.25
/** How much nearer a question is to texts of its own language that are about the matter and do not answer. */
export const OWN_LANGUAGE = 1

// The same for passages of an answer. (S)
/** What meaning adds to words, both between 0 and 1, and the z-score that counts as 1. */
export const MEANING = 0.7
export const SURE = 4.2
