import { expect, test } from 'vitest'
import { defuse, writeCsv } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['Acme;=1+1', "Acme;'=1+1"],
  ['Acme;;-1;@x', "Acme;;'-1;'@x"],
  ['Acme;"=1;x', `Acme;'"=1;x`],
  ['Acme;""@x', `Acme;'""@x`],
  ['Acme\n=1', "Acme\n'=1"],
  ['Acme\r\n+1', "Acme\r\n'+1"],
  ['＝1+1', "'＝1+1"],
  ['Acme;"－1;＋1;＠x', `Acme;'"－1;'＋1;'＠x`],
])('%j does not run as a formula, with commas or semicolons', (typed, cell) => {
  expect(defuse(typed)).toBe(cell)
})

test.each(['Acme; Sons', 'Acme;"Sons"', 'a-b', 'x=1', 'me@example.com', "O'Neil", ''])(
  '%j is unchanged',
  (typed) => {
    expect(defuse(typed)).toBe(typed)
  },
)

test('cells with commas, quotation marks or line breaks are quoted', () => {
  expect(writeCsv([['a', 'b,c', 'say "x"', 'two\nlines']])).toBe('a,"b,c","say ""x""","two\nlines"')
})
