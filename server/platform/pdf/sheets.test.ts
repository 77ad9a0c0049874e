import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { openPdfTools } from './pdf-tools.ts'
import { openSheets } from './sheets.ts'

/** The characters of the text layer as stored: PDF readers may or may not expand ligatures. */
async function printed(...words: string[]): Promise<string> {
  const sheets = openSheets(await openPdfTools(), 'A test')
  for (const word of words) sheets.row([{ text: word }], { isBold: true })
  const pdf = await getDocumentProxy(new Uint8Array(await sheets.finish()))
  const { items } = await (await pdf.getPage(1)).getTextContent({ disableNormalization: true })
  return items
    .map((item) => ('str' in item ? item.str : ''))
    .join(' ')
    .replace(/\s+/g, ' ')
}

test('letters with accents in one document take no letter from the text of the next', async () => {
  expect(await printed('ÉÀÇÑÖÅŽ éàçñöåž')).toContain('ÉÀÇÑÖÅŽ éàçñöåž')
  expect(await printed('EACNOAZ eacnoaz')).toContain('EACNOAZ eacnoaz')
})

test('ligatures stay letters, so that a search finds Griffin and Office', async () => {
  const names = 'Griffin Office flat stuff waffle ﬁxed'
  expect(await printed(names)).toContain('Griffin Office flat stuff waffle fixed')
})
