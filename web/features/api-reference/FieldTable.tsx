import type { FieldRow } from './schema-rows.ts'

type FieldTableProps = { caption: string; rows: FieldRow[]; isSent?: boolean }

export function FieldTable({ caption, rows, isSent = false }: FieldTableProps) {
  return (
    <table className="table stacks fields">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">What it is</th>
          {isSent && <th scope="col">Required</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">
              <code>{row.name}</code>
            </th>
            <td data-label="Type">{row.type}</td>
            <td data-label="What it is">
              <span>{[row.says, row.limits].filter((words) => words !== '').join(': ')}</span>
            </td>
            {isSent && <td data-label="Required">{row.isRequired ? 'yes' : 'no'}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
