import { useState } from 'react'

/**
 * The initial value of a field. Its default must not follow what is typed: React would write every keystroke
 * of a password or card number into the DOM attribute, where anything that reads the page can see it.
 */
export function useFirst(value: string): string {
  return useState(value)[0]
}
