import type { Font } from 'fontkit'

export type Printable = {
  text: string
  /** False if the font lacks a character. */
  isWhole: boolean
}

/** Replaces a run of characters that the font lacks. */
export const IN_ITS_PLACE = '…'
const NOTHING_TO_PRINT = '(cannot be printed here)'

/** The text with only characters that the font has, or a placeholder if nothing readable would remain. */
export function printableText(font: Pick<Font, 'hasGlyphForCodePoint'>, text: string): Printable {
  const shown = visible(text)
  const printed = [...shown].map((character) => (hasGlyph(font, character) ? character : MISSING)).join('')
  if (!printed.includes(MISSING)) return { text: shown, isWhole: true }
  const isReadable = /[\p{L}\p{N}]/u.test(printed)
  return { text: isReadable ? printed.replace(/\0+/g, IN_ITS_PLACE) : NOTHING_TO_PRINT, isWhole: false }
}

/** A safe marker: control characters have been removed by then. */
const MISSING = '\0'

/** Puts the text on one line, composes accents, and removes invisible formatting characters. */
function visible(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cf}|\p{Variation_Selector}/gu, '')
}

function hasGlyph(font: Pick<Font, 'hasGlyphForCodePoint'>, character: string): boolean {
  return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
}
