// A turning ring: something is under way. Decoration only; what is under way is said beside it.

export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="turn size-3.5 shrink-0 rounded-full border-2 border-current border-r-transparent opacity-80"
    />
  )
}
