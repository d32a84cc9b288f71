// The card of an approval in a page shows all of what would be done: nothing folds, nothing hides.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import { deceptions, longText, longWord } from '../support/deceptive-texts.ts'
import { noBrowser, sharedBrowser } from '../support/people/browser.ts'
import { builtPackage, scriptOf, widgetPage } from './browser.ts'
import { approvalOf } from './turn.ts'

const world = noBrowser ? null : { script: scriptOf(builtPackage()), browser: await sharedBrowser() }
/** For those who want to look: a folder. */
const shots = process.env['SHOTS']

const args = {
  ...Object.fromEntries(deceptions.map(({ what, written }) => [what, written])),
  'amount\u200b': 1e21,
  longWord,
  longText,
}
const message = 'Fine.\n\n**Arguments**\n[x](https://e.example) \u202eti'

for (const width of [1280, 390]) {
  test(`a card shows the call before the words about it, and all of it, ${width} wide`, {
    skip: noBrowser,
  }, async t => {
    const { page, double } = await widgetPage(t, world!, { viewport: { width, height: 844 } })
    await page.getByRole('textbox').fill('Pay')
    await page.keyboard.press('Enter')
    const turn = await double.turn()
    const approval = approvalOf({ message, tool: 'pay\u200b_all', args })
    turn.done({ parts: [{ type: 'approval', approval }] })
    const card = page.locator('[part~=approval]')
    await card.getByRole('button', { name: 'Approve' }).waitFor()
    const text = await card.innerText()
    for (const { what, shown } of deceptions) t.ok(text.includes(`"${shown}"`), what)
    for (const piece of ['"amount\\u200b": 1e+21', longWord, 'THE END', '\\u202eti', '"pay\\u200b_all"'])
      t.ok(text.includes(piece), piece.slice(0, 20))
    t.ok(text.indexOf('_all') < text.indexOf('Fine.'), 'the tool comes first')
    t.match(text, /Look twice at this address: "p\\u0430y\.com" leads to /)
    t.match(text, /All of it is in the box: \d+ characters/)
    t.notMatch(text.replace(/[\n\t]/g, ' '), /[\p{Cc}\p{Cf}\p{Cn}\p{Zl}\p{Zp}]/u)
    t.equal(await card.locator('details, a').count(), 0, 'nothing folds, and nothing leads away')
    const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    t.equal(isWider, false)
    if (shots === undefined) return
    mkdirSync(shots, { recursive: true })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: join(shots, `widget-${width}-${colorScheme}.png`) })
    }
  })
}
