import { expect, test } from 'vitest'
import { formUrlFor, pinIn } from './feedback.ts'

test('the pin is URL-encoded for whichever form is framed [CAN-01]', () => {
  expect(formUrlFor('/form/', '204518')).toBe('/form/?pin=204518')
  expect(formUrlFor('/form/', '1&admin=1#"><b>')).toBe('/form/?pin=1%26admin%3D1%23%22%3E%3Cb%3E')
  expect(formUrlFor('https://forms.example/f?id=7#top', '20 45')).toBe(
    'https://forms.example/f?id=7&pin=20%2045#top',
  )
})

test('rejects a pin that is not an account number [CAN-02]', () => {
  expect(
    [{}, { pin: '' }, { pin: '  ' }, { pin: '1'.repeat(41) }, { pin: '\ud800'.repeat(2000) }].map(pinIn),
  ).toEqual(['', '', '', '', ''])
  expect(['12345', '1234567', '20451a', 'abcdef', '２０４５１８'].map((pin) => pinIn({ pin }))).toEqual(
    Array(5).fill(''),
  )
  expect(pinIn({ pin: ' 204518 ' })).toBe('204518')
})
