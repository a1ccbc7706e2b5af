/** The report's filter: plain DOM, no library, works from a file. Without it every finding is simply there. */
export const HTML_SCRIPT = `
(() => {
  const form = document.getElementById('filters')
  if (!form) return
  const value = (id) => document.getElementById(id).value
  const rows = [...document.querySelectorAll('.findings tbody tr')]
  const texts = rows.map((row) => (row.closest('details').querySelector('.path').textContent + ' ' + row.textContent).toLowerCase())
  const apply = () => {
    const words = value('find').toLowerCase().split(/\\s+/).filter(Boolean)
    let shown = 0
    rows.forEach((row, at) => {
      const hit = words.every((word) => texts[at].includes(word)) &&
        (!value('class') || row.dataset.class === value('class')) &&
        (!value('drawer') || row.dataset.drawer === value('drawer')) &&
        (!value('owner') || row.dataset.owner.split(' ').includes(value('owner')) || row.dataset.owner === value('owner'))
      row.hidden = !hit
      if (hit) shown++
    })
    const filtered = words.length > 0 || value('class') || value('drawer') || value('owner')
    for (const file of document.querySelectorAll('details.file')) {
      const left = file.querySelectorAll('tbody tr:not([hidden])').length
      file.hidden = left === 0
      file.querySelector('.count').textContent = left
      if (filtered && left > 0 && shown < 200) file.open = true
    }
    document.getElementById('shown').textContent = shown + ' of ' + rows.length + ' shown'
  }
  form.addEventListener('input', apply)
  form.addEventListener('submit', (event) => event.preventDefault())
  apply()
})()
`
