import { useState } from 'react'

/**
 * The value that a field starts with. Its default must not follow what is typed: React would write each letter
 * of a password or a card number into the document, where anything that reads the page finds it.
 */
export function useFirst(value: string): string {
  return useState(value)[0]
}
