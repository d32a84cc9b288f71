// A line through measured points: the two costs that explain best what each point cost in all.

/** What a piece of each of two kinds costs. */
export interface Costs {
  readonly first: number
  readonly second: number
}

/**
 * Least squares, each point by its share: what is off by a tenth counts alike in small points and large ones.
 * @param points how many pieces of the first kind, how many of the second, and what both cost together
 */
export function fit(points: readonly (readonly [number, number, number])[]): Costs {
  let [aa, ab, bb, ay, by] = [0, 0, 0, 0, 0]
  for (const [first, second, cost] of points) {
    const [a, b] = [first / cost, second / cost]
    aa += a * a
    ab += a * b
    bb += b * b
    ay += a
    by += b
  }
  const determinant = aa * bb - ab * ab
  return { first: (ay * bb - by * ab) / determinant, second: (by * aa - ay * ab) / determinant }
}
