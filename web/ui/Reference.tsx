import { Fragment } from 'react'

/** A long reference number: on narrow screens it breaks between groups, not within one. */
export function Reference({ reference }: { reference: string }) {
  const [first = '', ...others] = reference.split('-')
  return (
    <>
      {first}
      {others.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups may be equal and are never reordered.
        <Fragment key={index}>
          {'-'}
          <wbr />
          {group}
        </Fragment>
      ))}
    </>
  )
}
