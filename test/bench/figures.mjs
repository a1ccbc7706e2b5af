// Numbers of several rounds as people read them.

/** @param sorted ascending */
export const quantile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]

export const median = (values) =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  )

/** Median and spread of the rounds: `1.31 (1.25-1.40)`. */
export const spread = (values, digits = 2) => {
  const text = (value) => value.toFixed(digits)
  return `${text(median(values))} (${text(Math.min(...values))}-${text(Math.max(...values))})`
}

/** Rows of text, columns aligned. */
export const table = (rows) => {
  const widths = rows[0].map((_cell, column) => Math.max(...rows.map((row) => row[column].length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
