import { Fragment } from 'react'
import type { FieldRow } from './schema-rows.ts'

type FieldTableProps = { caption: string; rows: FieldRow[]; isSent?: boolean }

export function FieldTable({ caption, rows, isSent = false }: FieldTableProps) {
  return (
    <table className="table stacks api-reference-fields">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Description</th>
          {isSent && <th scope="col">Required</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">
              <FieldName name={row.name} />
            </th>
            <td data-label="Type">{row.type}</td>
            <td data-label="Description">
              <span>{[row.says, row.limits].filter((text) => text !== '').join(': ')}</span>
            </td>
            {isSent && <td data-label="Required">{row.isRequired ? 'yes' : 'no'}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Allows line breaks after a dot or an underscore. */
function FieldName({ name }: { name: string }) {
  const parts = name.split(/(?<=[._])/)
  return (
    <code>
      {parts.map((part, place) => (
        // Parts have no ids and never change, so the index is a safe key.
        <Fragment key={String(place)}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </code>
  )
}
