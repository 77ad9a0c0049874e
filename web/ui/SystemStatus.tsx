const ALL_WELL = 'Normal'

export function SystemStatus({ status }: { status: string }) {
  return (
    <p className="status">
      <i className={status === ALL_WELL ? 'dot' : 'dot warn'} />
      {`System status: ${status}`}
    </p>
  )
}
