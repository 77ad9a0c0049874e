import fc from 'fast-check'
import { expect, test } from 'vitest'
import { widthOf, wrap, writePdf } from './write-pdf.ts'

const text = (said: string) => ({ kind: 'text', x: 40, y: 40, size: 12, text: said }) as const

test('a reader finds every object where the table says it is', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 20 }), (lines) => {
      const file = writePdf('Receipt', lines.map(text)).toString('latin1')
      const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1])
      expect(file.slice(start, start + 4)).toBe('xref')
      const offsets = [...file.slice(start).matchAll(/(\d{10}) 00000 n/g)].map(([, offset]) => Number(offset))
      expect(offsets).toHaveLength(7)
      for (const [index, offset] of offsets.entries())
        expect(file.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`))
      const [, length, rest] = /\/Length (\d+) >>\nstream\n([\s\S]*)$/.exec(file) ?? []
      expect(rest?.slice(Number(length))).toMatch(/^\nendstream/)
    }),
    { numRuns: 50 },
  )
})

test('what a PDF string must not hold is escaped, and what its fonts lack is a question mark', () => {
  const file = writePdf('x', [text('Ann (Bo) \\ café – 日本')]).toString('latin1')
  expect(file).toContain('(Ann \\(Bo\\) \\\\ café \x96 ??) Tj')
})

test('amounts end at the same edge, and long sentences break at spaces', () => {
  expect(widthOf('$397.00', 10)).toBeCloseTo(36.14)
  expect(wrap('one two three four', 10, 60)).toEqual(['one two', 'three four'])
  expect(wrap('', 10, 60)).toEqual([])
})
