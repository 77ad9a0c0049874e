import type { Font } from 'fontkit'

export type Printable = {
  text: string
  /** False where the font lacks a character. */
  isWhole: boolean
}

/** For a run of characters that the font lacks. */
export const IN_ITS_PLACE = '…'
export const NOTHING_TO_PRINT = '(cannot be printed here)'

/** A text in what the font has. Where nothing readable would be left of it, words say so. */
export function printableText(font: Pick<Font, 'hasGlyphForCodePoint'>, text: string): Printable {
  const shown = visible(text)
  const kept = [...shown].map((character) => (hasGlyph(font, character) ? character : MISSING)).join('')
  if (!kept.includes(MISSING)) return { text: shown, isWhole: true }
  const isReadable = /[\p{L}\p{N}]/u.test(kept)
  return { text: isReadable ? kept.replace(/\0+/g, IN_ITS_PLACE) : NOTHING_TO_PRINT, isWhole: false }
}

/** Cannot be in a text by then: control characters are gone. */
const MISSING = '\0'

/** On one line, letters joined with their accents, without the marks that only steer a screen. */
function visible(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cf}|\p{Variation_Selector}/gu, '')
}

function hasGlyph(font: Pick<Font, 'hasGlyphForCodePoint'>, character: string): boolean {
  return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
}
