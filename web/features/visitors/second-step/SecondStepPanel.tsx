export function SecondStepPanel() {
  return (
    <>
      <h2>One more step.</h2>
      <p>
        Your account is protected by a code as well as your password. We will never call you to ask for either
        of them.
      </p>
    </>
  )
}
