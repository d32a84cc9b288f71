// Where a list begins on its page, in pixels from the top: measured when the page changes its height, and not
// with every line that is scrolled by.
import { type RefObject, useEffect, useState } from 'react'

export function useTop(box: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useEffect(() => {
    const measure = () => {
      const { current } = box
      if (current !== null) setTop(Math.round(current.getBoundingClientRect().top + scrollY))
    }
    const observer = new ResizeObserver(measure)
    // The page itself, which is as high as what stands in it; the frame around it may not be.
    for (const page of document.getElementById('content')?.children ?? []) observer.observe(page)
    measure()
    return () => observer.disconnect()
  }, [box])
  return top
}
