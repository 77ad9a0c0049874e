import { readFile } from 'node:fs/promises'
import type { Font } from 'fontkit'

/** The PDF library, and one font in two weights. */
export type PdfTools = { PdfDocument: PdfDocument; regular: Font; bold: Font }
type PdfDocument = typeof import('pdfkit')

const FONT = '@expo-google-fonts/noto-sans'
let opened: Promise<PdfTools> | undefined

/**
 * Loaded for the first PDF and kept. Most processes write none, and loading the fonts takes longer than an
 * invoice.
 */
export function openPdfTools(): Promise<PdfTools> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

async function open(): Promise<PdfTools> {
  const [{ default: PdfDocument }, fontkit, regular, bold] = await Promise.all([
    import('pdfkit'),
    import('fontkit'),
    readFontFile('400Regular/NotoSans_400Regular.ttf'),
    readFontFile('700Bold/NotoSans_700Bold.ttf'),
  ])
  const openFont = (file: Buffer) => withCharacters(fontkit.create(file) as Font)
  return { PdfDocument, regular: openFont(regular), bold: openFont(bold) }
}

/** Printed as one glyph, which the font also has as a character: U+FB00 to U+FB04. */
const ligatures = ['ff', 'fi', 'fl', 'ffi', 'ffl']

/**
 * The library keeps each glyph as first requested. E, requested as a part of É, would lose its character, and
 * be missing from then on when text is copied, searched or read aloud: so all glyphs are first requested by
 * their characters. Ligatures come before them, by their letters: a search for Office does not find the
 * font's single character for "ffi".
 */
function withCharacters(font: Font): Font {
  for (const letters of ligatures) font.layout(letters)
  for (const character of font.characterSet) font.glyphForCodePoint(character)
  return font
}

function readFontFile(name: string): Promise<Buffer> {
  return readFile(new URL(import.meta.resolve(`${FONT}/${name}`)))
}
