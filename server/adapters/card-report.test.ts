import { expect, test } from 'vitest'
import { cardReportIn } from './card-report.ts'

const ON = '2026-11-19'
const HEADER =
  'Update Date,Update Type,Merchant Account,Token,Old BIN,Old Last 4,New BIN,New Last 4,Old Expiration,New Expiration'
const read = (...rows: string[]) => cardReportIn([HEADER, ...rows].join('\r\n'), ON)

test('each kind of row is read by the names of its columns', () => {
  expect(
    read(
      '2026-11-18,New Account Number,main,tok1,411111,1111,555555,4444,11/2026,12/2029',
      '2026-11-18,New Expiration Date,main,"tok,2",411111,1111,,,11/2026,3/30',
      '11/18/2026,Closed Account,main,tok3,411111,1111,,,11/2026,',
      '2026-11-18 23:10:00 UTC,Contact Customer,main,tok4,411111,1111,,,11/2026,',
    ),
  ).toEqual([
    {
      token: 'tok1',
      on: '2026-11-18',
      kind: 'number',
      lastFour: '4444',
      brand: 'Mastercard',
      expires: { month: 12, year: 2029 },
    },
    { token: 'tok,2', on: '2026-11-18', kind: 'date', expires: { month: 3, year: 2030 } },
    { token: 'tok3', on: '2026-11-18', kind: 'closed' },
    { token: 'tok4', on: '2026-11-18', kind: 'contact' },
  ])
})

test('columns may stand in any order, with others between, and the expiry in two of them', () => {
  const csv =
    '\uFEFF"new expiration year",Anything,payment_method_token,NEW LAST 4,Type of Update,New Expiration Month\n2029,x,tok1,,New Expiration Date,12\n\n'
  expect(cardReportIn(csv, ON)).toEqual([
    { token: 'tok1', on: ON, kind: 'date', expires: { month: 12, year: 2029 } },
  ])
})

test.each([
  ['letters for digits', '2026-11-18,New Account Number,m,t,411111,1111,,44a4,,12/2029'],
  ['digits of another script', '2026-11-18,New Account Number,m,t,411111,1111,,٤٤٤٤,,12/2029'],
  ['a month that does not exist', '2026-11-18,New Expiration Date,m,t,,,,,,13/2029'],
  ['an expiry that has passed', '2026-11-18,New Expiration Date,m,t,,,,,,10/2026'],
  ['an expiry in another age', '2026-11-18,New Expiration Date,m,t,,,,,,12/2099'],
  ['no expiry', '2026-11-18,New Expiration Date,m,t,,,,,,'],
  ['a day that does not exist', '2026-02-30,Closed Account,m,t,,,,,,'],
  ['a day to come', '2026-11-21,Closed Account,m,t,,,,,,'],
  ['U+0000 in the token', '2026-11-18,Closed Account,m,t\u0000,,,,,,'],
  ['a token beyond ASCII', '2026-11-18,Closed Account,m,tök,,,,,,'],
  ['no token', '2026-11-18,Closed Account,m,,,,,,,'],
  ['an unknown kind', '2026-11-18,Something Else,m,t,,,,,,'],
  ['a quote that never closes', '2026-11-18,Closed Account,m,"t,,,,,,'],
  ['too few cells', '2026-11-18,Closed Account,m,t'],
  ['too long a line', `2026-11-18,Closed Account,${'m'.repeat(3000)},t,,,,,,`],
])('a row with %s is skipped, and the next one is read', (_, row) => {
  expect(read(row, '2026-11-18,Closed Account,m,tok,,,,,,')).toEqual([
    undefined,
    { token: 'tok', on: '2026-11-18', kind: 'closed' },
  ])
})

test('a file without a needed column is refused by the names of what it lacks', () => {
  expect(() => cardReportIn('Token,New Last 4\ntok,4444', ON)).toThrow(
    'The report has no column Update Type, New Expiration',
  )
  expect(() => cardReportIn('', ON)).toThrow('no column Token')
  expect(() => cardReportIn('<html>No</html>', ON)).toThrow('no column Token')
})
