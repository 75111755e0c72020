//! Numbers of all rounds, as a table for people or one JSON object.

use serde_json::{Map, Value, json};

/// One measurement: columns are what is compared, rows are what was measured, each with a value a round.
pub(crate) struct Report {
    measure: &'static str,
    title: String,
    settings: Value,
    /// The first is ours, the second what it is compared with.
    columns: Vec<&'static str>,
    rows: Vec<Row>,
}

struct Row {
    key: &'static str,
    label: &'static str,
    decimals: usize,
    /// For each column a value a round; none where it does not apply.
    columns: Vec<Vec<f64>>,
}

impl Report {
    /// Without rows yet.
    pub(crate) fn new(
        measure: &'static str,
        title: String,
        settings: Value,
        columns: impl IntoIterator<Item = &'static str>,
    ) -> Self {
        Self { measure, title, settings, columns: columns.into_iter().collect(), rows: Vec::new() }
    }

    /// Adds a row; `columns` in the order of the columns.
    pub(crate) fn row(&mut self, key: &'static str, label: &'static str, decimals: usize, columns: Vec<Vec<f64>>) {
        self.rows.push(Row { key, label, decimals, columns });
    }

    /// One JSON object on one line.
    pub(crate) fn json(&self) -> String {
        let mut rows = Map::new();
        for row in &self.rows {
            let mut object = Map::new();
            for (name, rounds) in self.columns.iter().zip(&row.columns) {
                if let Some(median) = median(rounds) {
                    object.insert((*name).to_owned(), json!({ "median": median, "rounds": rounds }));
                }
            }
            if let Some(ratio) = row.ratio() {
                object.insert("ratio".to_owned(), json!(ratio));
            }
            rows.insert(row.key.to_owned(), Value::Object(object));
        }
        json!({ "measure": self.measure, "settings": self.settings, "rows": rows }).to_string()
    }

    /// A table; each cell is the median of the rounds and, in brackets, the least and the most.
    pub(crate) fn table(&self) -> String {
        let mut lines = vec![vec![String::new()]];
        lines[0].extend(self.columns.iter().map(|name| (*name).to_owned()));
        lines[0].push(format!("{} / {}", self.columns[0], self.columns[1]));
        for row in &self.rows {
            let mut line = vec![row.label.to_owned()];
            line.extend(row.columns.iter().map(|rounds| cell(rounds, row.decimals)));
            line.resize(lines[0].len() - 1, String::new());
            line.push(row.ratio().map_or_else(String::new, |ratio| format!("{ratio:.2}")));
            lines.push(line);
        }
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or_default();
        let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
        let mut text = format!("{}: {}\n", self.measure, self.title);
        for line in &lines {
            for (column, (word, width)) in line.iter().zip(&widths).enumerate() {
                text += &if column == 0 { format!("  {word:<width$}") } else { format!("  {word:>width$}") };
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text
    }
}

impl Row {
    /// Ours divided by what it is compared with, by the medians.
    fn ratio(&self) -> Option<f64> {
        let (ours, other) = (median(self.columns.first()?)?, median(self.columns.get(1)?)?);
        (other != 0.0).then(|| ours / other)
    }
}

fn cell(rounds: &[f64], decimals: usize) -> String {
    let Some(median) = median(rounds) else { return String::new() };
    let (least, most) = rounds.iter().fold((f64::MAX, f64::MIN), |(least, most), n| (least.min(*n), most.max(*n)));
    match rounds.len() {
        1 => format!("{median:.decimals$}"),
        _ => format!("{median:.decimals$} ({least:.decimals$}..{most:.decimals$})"),
    }
}

/// The middle one, of an even number the mean of the two in the middle.
fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let upper = *sorted.get(middle)?;
    Some(if sorted.len() % 2 == 1 { upper } else { f64::midpoint(sorted[middle - 1], upper) })
}

/// The value below which so many hundredths of the values lie; 0 without values.
pub(crate) fn percentile(sorted: &[f64], hundredths: usize) -> f64 {
    let index = (sorted.len() * hundredths / 100).min(sorted.len().saturating_sub(1));
    sorted.get(index).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_percentiles_and_ratios() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0]), Some(2.5));
        let hundred: Vec<f64> = (0..100).map(f64::from).collect();
        assert_eq!((percentile(&hundred, 50), percentile(&hundred, 99), percentile(&hundred, 100)), (50.0, 99.0, 99.0));
        let mut report = Report::new("m", "t".into(), json!({}), ["ours", "bare", "more"]);
        report.row("cpu", "CPU", 1, vec![vec![3.0, 9.0, 6.0], vec![2.0], Vec::new()]);
        assert_eq!(
            report.table(),
            "m: t\n                 ours  bare  more  ours / bare\n  CPU  6.0 (3.0..9.0)   2.0               3.00\n"
        );
        let object: Value = serde_json::from_str(&report.json()).unwrap();
        assert_eq!(object["rows"]["cpu"]["ratio"], 3.0);
        assert_eq!(object["rows"]["cpu"]["ours"]["rounds"], json!([3.0, 9.0, 6.0]));
    }
}
