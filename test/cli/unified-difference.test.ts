import { test } from 'tap'
import { unifiedDifference } from '../../cli/unified-difference.ts'

const lines = (text: string) => text.split('')

test('lines that differ stand with three around them, those near each other in one hunk', async t => {
  t.strictSame(unifiedDifference(lines('abc'), lines('abc')), [])
  t.strictSame(unifiedDifference(lines('abcdefghij'), lines('abcdeXghij')), [
    ...['@@ -3,7 +3,7 @@', ' c', ' d', ' e', '-f', '+X', ' g', ' h', ' i'],
  ])
  t.strictSame(unifiedDifference(lines('abcdefghijklmno'), lines('Xbcdefghijklmno').concat('Y')), [
    ...['@@ -1,4 +1,4 @@', '-a', '+X', ' b', ' c', ' d'],
    ...['@@ -13,3 +13,4 @@', ' m', ' n', ' o', '+Y'],
  ])
})

test('where one text has no lines, its range is empty', async t => {
  t.strictSame(unifiedDifference([], lines('ab')), ['@@ -0,0 +1,2 @@', '+a', '+b'])
  t.strictSame(unifiedDifference(lines('ab'), []), ['@@ -1,2 +0,0 @@', '-a', '-b'])
})
