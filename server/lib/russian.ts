/// <reference path="./az.d.ts" />
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import Az, { type AzParse } from 'az'
import { remembered } from './remembered.ts'
import { normalise, termOf } from './words.ts'

/** What the Russian dictionary knows of a word: how it may be understood, and all of its forms. */

let ready: Promise<void> | undefined
let read = false

/** Reads the dictionary, once in a process: 0.2 s and 56 MB, so only where there are Russian words. A failure is tried again. */
export function loadRussian(): Promise<void> {
  ready ??= new Promise((resolve, reject) => {
    const folder = join(dirname(createRequire(import.meta.url).resolve('az/package.json')), 'dicts')
    Az.Morph.init(folder, error => {
      read = !error
      if (read) return resolve()
      ready = undefined
      reject(error)
    })
  })
  return ready
}

/** Words that are in no dictionary are guessed by their endings. Nothing where it has not been read. */
export const understood = (word: string): AzParse[] =>
  read ? Az.Morph(word, { typos: 0, stutter: 0, ignoreCase: true }) : []

/** A reading of the word that is rarer than this is left out: "стали" is seldom of steel. */
const LIKELY = 0.1

const formsOf = remembered((word: string): string[] => {
  const forms = Az.Morph(word, { typos: 0, stutter: 0, ignoreCase: true, parsers: ['Dictionary'] })
    .filter(({ score }) => score >= LIKELY)
    .flatMap(parse => Array.from({ length: parse.formCnt }, (_, n) => parse.inflect(n)))
  return [...new Set(forms.map(form => (form ? termOf(normalise(form.word)) : '')))].filter(Boolean)
}, 20_000)

/**
 * The terms of all forms: "нашли" and "найти" have none in common by their letters. None where the dictionary does not know the
 * word, or has not been read.
 */
export const termsOfForms = (word: string): string[] => (read ? formsOf(word) : [])

export async function termsOfAll(words: string[]): Promise<string[][]> {
  await loadRussian()
  return words.map(termsOfForms)
}
