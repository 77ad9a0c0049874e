import { commonPasswords } from './common-passwords.ts'

/** What the form knows about the person. Empty or missing if unknown there. */
export type Person = {
  email?: string | undefined
  name?: string | undefined
  company?: string | undefined
}

export type Weakness = 'common' | 'variation' | 'pattern' | 'email' | 'name' | 'company'

/** Shorter ones are refused by the field's rules. */
const LEAST = 6
/** Shorter parts of a name occur in many passwords by chance. */
const LEAST_PART = 4

/** Why a password is easily guessed, without asking the server. It only decides which hint is shown. */
export function findWeakness(password: string, person: Person = {}): Weakness | undefined {
  if ([...password].length < LEAST) return undefined
  const typed = password.toLowerCase()
  if (commonPasswords.has(typed) || isFrequent(typed)) return 'common'
  if (isPattern(typed)) return 'pattern'
  if (spellings(typed).some((spelling) => isVariation(spelling))) return 'variation'
  return ownPart(typed, person)
}

/** The most common of all: a common word with the commonest endings, and digits in a row. */
function isFrequent(typed: string): boolean {
  const [, word = '', ending = ''] = /^(\D+)(1|12|123|1234|12345|123456|01|007|11|69)$/.exec(typed) ?? []
  return (ending !== '' && commonPasswords.has(word)) || isRow(typed, '01234567890')
}

/** Repeated characters, keyboard rows and dates. */
function isPattern(typed: string): boolean {
  return (
    /^(.{1,4})\1+$/su.test(typed) ||
    rowsOfKeys.some((row) => isRow(typed, row)) ||
    /^(?:19|20)\d\d(?:0?[1-9]|1[0-2])(?:0?[1-9]|[12]\d|3[01])$/.test(typed) ||
    /^(?:0?[1-9]|[12]\d|3[01])([-./]?)(?:0?[1-9]|[12]\d|3[01])\1(?:(?:19|20)\d\d|\d\d)$/.test(typed) ||
    /^(?:1q2w3e|q1w2e3|1qaz2wsx|zaq12wsx|1a2b3c|a1b2c3|abc123|123abc|123qwe|qwe123|1234qwer|123asd)/.test(
      typed,
    )
  )
}

const rowsOfKeys = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]',
  'qwertzuiopü',
  'azertyuiop',
  'asdfghjkl;',
  'zxcvbnm,./',
  '!@#$%^&*()_+',
]

function isRow(typed: string, row: string): boolean {
  return row.includes(typed) || [...row].reverse().join('').includes(typed)
}

/** p@ssw0rd is read as password. A 1 may stand for an i or an l. */
function spellings(typed: string): string[] {
  const read = typed.replace(/[@4830$57]/g, (sign) => letters[sign] ?? sign)
  const readEndings = typed.replace(/[@4830$57](?=.*\p{L})/gsu, (sign) => letters[sign] ?? sign)
  const once = [typed, read, readEndings]
  return [...new Set(once.flatMap((text) => [text, asLetter(text, 'i'), asLetter(text, 'l')]))]
}

const letters: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

function asLetter(text: string, letter: string): string {
  return text.replace(/[1!](?=.*\p{L})/gsu, letter)
}

/** A common word once or twice, with up to four digits and signs around it. */
function isVariation(spelling: string): boolean {
  const word = spelling.replace(/^[^\p{L}]{1,4}(?=\p{L})|(?<=\p{L})[^\p{L}]{1,6}$/gu, '')
  if (commonPasswords.has(word)) return true
  const half = word.slice(0, word.length / 2)
  return half.length > 2 && half + half === word && commonPasswords.has(half)
}

function ownPart(typed: string, { email = '', name = '', company = '' }: Person): Weakness | undefined {
  const [mailbox = ''] = email.split('@')
  const contains = (text: string) => partsOf(text).some((part) => typed.includes(part))
  if (contains(mailbox)) return 'email'
  if (contains(name)) return 'name'
  return contains(company) || contains(company.replace(/[^\p{L}\p{N}]/gu, '')) ? 'company' : undefined
}

/** Words that many companies have in their names are ignored: good passwords contain them as well. */
const general = /^(?:group|home|homes|real|estate|realty|team|company|corp|inc|and|the|of|llc|ltd)$/

function partsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= LEAST_PART && !general.test(part))
}
