import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { openPdfTools } from './pdf-tools.ts'
import { openSheets } from './sheets.ts'

async function printed(...words: string[]): Promise<string> {
  const sheets = openSheets(await openPdfTools(), 'A test')
  for (const word of words) sheets.row([{ text: word }], { isBold: true })
  const pdf = await getDocumentProxy(new Uint8Array(await sheets.finish()))
  return (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ')
}

test('letters with accents in one document take no letter from the text of the next', async () => {
  expect(await printed('ÉÀÇÑÖÅŽ éàçñöåž')).toContain('ÉÀÇÑÖÅŽ éàçñöåž')
  expect(await printed('EACNOAZ eacnoaz')).toContain('EACNOAZ eacnoaz')
})
