//! A Go engine behind the Go Text Protocol, version 2, as a child process.
//!
//! The reader is forgiving: it skips noise between answers, answers with another id and carriage
//! returns, takes answers without an id, and refuses what never ends. An error other than a refusal
//! leaves the engine in an unknown state: it must be thrown away, which kills the process.

use crate::{
    t,
    text::{printable, system},
    words::Words,
};
use std::{collections::BTreeSet, path::Path, process::Stdio, time::Duration};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    process::{Child, ChildStdin, ChildStdout, Command},
    time,
};

/// Longest answer, bytes: a `final_status_list` of a 25x25 board is far below.
const ANSWER_BYTES: usize = 256 * 1024;

/// Bytes of noise that are skipped before an answer.
const NOISE_BYTES: usize = 1024 * 1024;

/// Time for the first answer, if nothing else is said: engines load networks; what is no engine
/// never answers.
const START_WITHIN: Duration = Duration::from_secs(30);

/// Where Debian keeps programs that a shell finds and a service often does not.
const GAMES: &str = "/usr/games";

/// Time for a command that does not think.
pub(crate) const ANSWER_WITHIN: Duration = Duration::from_secs(60);

/// Time that an engine gets to leave by itself.
const QUIT_WITHIN: Duration = Duration::from_secs(2);

/// Why an engine did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GtpError {
    /// It answered `?`.
    #[error("{}", t!(Words::current(), "engine-refused", why = .0.as_str()))]
    Refused(String),
    /// It is gone; how it ended, if that is known.
    #[error("{}", ended(.0.as_deref()))]
    Ended(Option<String>),
    /// It did not answer in time.
    #[error("{}", late(command, *within))]
    Late {
        /// What was asked.
        command: String,
        /// How long was waited.
        within: Duration,
    },
    /// It has never answered.
    #[error("{}", silent(command, *within))]
    Silent {
        /// What was asked.
        command: &'static str,
        /// How long was waited.
        within: Duration,
    },
    /// What it writes is no answer.
    #[error("{0}")]
    Nonsense(String),
    /// It could not be started.
    #[error("{}", not_started(program, error))]
    Start {
        /// The program.
        program: String,
        /// What the system says.
        error: std::io::Error,
    },
}

fn ended(how: Option<&str>) -> String {
    match how {
        Some(how) => t!(Words::current(), "engine-ended-so", how = how),
        None => t!(Words::current(), "engine-ended"),
    }
}

fn late(command: &str, within: Duration) -> String {
    t!(Words::current(), "engine-late", command = command, seconds = within.as_secs())
}

fn silent(command: &str, within: Duration) -> String {
    t!(Words::current(), "engine-silent", command = command, seconds = within.as_secs())
}

/// What may be wrong with a program that is not found is said too.
fn not_started(program: &str, error: &std::io::Error) -> String {
    let (words, why) = (Words::current(), system(error));
    if error.kind() != std::io::ErrorKind::NotFound || program.contains('/') {
        return t!(words, "engine-not-started", program = program, why = why);
    }
    let there = Path::new(GAMES).join(program);
    if there.exists() {
        let path = there.display().to_string();
        return t!(words, "engine-not-on-path", program = program, why = why, path = path);
    }
    t!(words, "engine-not-found", program = program, why = why)
}

/// How to start an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EngineCommand {
    program: String,
    arguments: Vec<String>,
    start_within: Duration,
}

impl EngineCommand {
    /// Reads a command line with the quoting of a POSIX shell. No shell is run.
    ///
    /// # Errors
    /// When a quote is not closed or nothing is there.
    pub(crate) fn read(line: &str) -> Result<Self, String> {
        let mut words = shlex::split(line).ok_or_else(|| t!(Words::current(), "engine-quote-open"))?.into_iter();
        let program = words.next().ok_or_else(|| t!(Words::current(), "engine-no-command"))?;
        Ok(Self { program, arguments: words.collect(), start_within: START_WITHIN })
    }

    /// The same with another time for the first answer.
    pub(crate) const fn start_within(mut self, within: Duration) -> Self {
        self.start_within = within;
        self
    }
}

/// A running engine.
#[derive(Debug)]
pub(crate) struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next_id: u32,
    features: BTreeSet<String>,
    name: String,
}

impl Engine {
    /// Starts an engine and asks what it can do.
    ///
    /// # Errors
    /// When it cannot be started or does not answer.
    pub(crate) async fn start(command: &EngineCommand) -> Result<Self, GtpError> {
        let failed = |error| GtpError::Start { program: command.program.clone(), error };
        let mut child = Command::new(&command.program)
            .args(&command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(GtpError::Nonsense(t!(Words::current(), "engine-no-pipes")));
        };
        let output = BufReader::new(output);
        let mut engine = Self { child, input, output, next_id: 1, features: BTreeSet::new(), name: String::new() };
        let name = engine.first_answer("name", command.start_within).await?;
        let list = engine.first_answer("list_commands", command.start_within).await?;
        engine.features = list.split_whitespace().map(str::to_owned).collect();
        let version = engine.answer_or_nothing("version", ANSWER_WITHIN).await?;
        engine.name = printable(format!("{name} {version}").trim());
        Ok(engine)
    }

    /// As `answer_or_nothing`, of something that may be no engine.
    async fn first_answer(&mut self, command: &'static str, within: Duration) -> Result<String, GtpError> {
        match self.answer_or_nothing(command, within).await {
            Err(GtpError::Late { .. }) => Err(GtpError::Silent { command, within }),
            answer => answer,
        }
    }

    /// What the engine calls itself.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether it lists a command.
    pub(crate) fn can(&self, command: &str) -> bool {
        self.features.contains(command)
    }

    /// Asks something that does not think.
    ///
    /// # Errors
    /// A refusal, or why the engine is lost.
    pub(crate) async fn ask(&mut self, command: &str) -> Result<String, GtpError> {
        self.ask_within(command, ANSWER_WITHIN).await
    }

    /// As `ask_within`, but a refusal is an empty answer.
    ///
    /// # Errors
    /// Why the engine is lost.
    pub(crate) async fn answer_or_nothing(&mut self, command: &str, within: Duration) -> Result<String, GtpError> {
        match self.ask_within(command, within).await {
            Err(GtpError::Refused(_)) => Ok(String::new()),
            answer => answer,
        }
    }

    /// Asks something that may take so long.
    ///
    /// # Errors
    /// A refusal, or why the engine is lost.
    pub(crate) async fn ask_within(&mut self, command: &str, within: Duration) -> Result<String, GtpError> {
        let id = self.next_id;
        self.next_id = self.next_id.checked_add(1).unwrap_or(1);
        let late = || GtpError::Late { command: command.to_owned(), within };
        time::timeout(within, self.exchange(id, command)).await.map_err(|_| late())?
    }

    async fn exchange(&mut self, id: u32, command: &str) -> Result<String, GtpError> {
        let line = format!("{id} {command}\n");
        let input = &mut self.input;
        let written = async {
            input.write_all(line.as_bytes()).await?;
            input.flush().await
        };
        if written.await.is_err() {
            return Err(self.ended().await);
        }
        loop {
            let (head, body) = self.answer().await?;
            if head.id.is_none_or(|of| of == id) {
                return if head.good { Ok(body) } else { Err(GtpError::Refused(printable(&body))) };
            }
        }
    }

    /// The next answer, whoever it is for.
    async fn answer(&mut self) -> Result<(AnswerHead, String), GtpError> {
        let mut noise = 0;
        let (head, mut body) = loop {
            let line = self.line().await?;
            if let Some(found) = AnswerHead::read(&line) {
                break found;
            }
            noise += line.len() + 1;
            if noise > NOISE_BYTES {
                return Err(GtpError::Nonsense(t!(Words::current(), "engine-talks")));
            }
        };
        loop {
            let line = self.line().await?;
            if line.is_empty() {
                return Ok((head, body.trim().to_owned()));
            }
            if body.len() + line.len() > ANSWER_BYTES {
                return Err(GtpError::Nonsense(t!(Words::current(), "engine-long-answer", most = ANSWER_BYTES)));
            }
            body.push('\n');
            body.push_str(&line);
        }
    }

    /// A line without its end, control characters and anything that is not text.
    async fn line(&mut self) -> Result<String, GtpError> {
        let mut line = Vec::new();
        loop {
            let Ok(read) = self.output.fill_buf().await else { return Err(self.ended().await) };
            if read.is_empty() {
                return Err(self.ended().await);
            }
            let end = read.iter().position(|byte| *byte == b'\n');
            let part = read.get(..end.unwrap_or(read.len())).unwrap_or_default();
            line.extend_from_slice(part);
            let used = part.len() + usize::from(end.is_some());
            self.output.consume(used);
            if line.len() > ANSWER_BYTES {
                return Err(GtpError::Nonsense(t!(Words::current(), "engine-long-line", most = ANSWER_BYTES)));
            }
            if end.is_some() {
                break;
            }
        }
        let text = String::from_utf8_lossy(&line);
        Ok(text.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect())
    }

    /// The engine has closed its output: says how it ended, if it has.
    async fn ended(&mut self) -> GtpError {
        let how = match time::timeout(QUIT_WITHIN, self.child.wait()).await {
            Ok(Ok(status)) => Some(status.to_string()),
            Ok(Err(_)) | Err(_) => None,
        };
        GtpError::Ended(how)
    }

    /// Lets the engine go: politely, then by force.
    pub(crate) async fn quit(mut self) {
        // Whether it answers does not matter: it is killed when it is dropped.
        let _ = self.ask_within("quit", QUIT_WITHIN).await;
        let _ = time::timeout(QUIT_WITHIN, self.child.wait()).await;
    }
}

/// The first characters of an answer: `=` or `?`, and the id of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AnswerHead {
    good: bool,
    id: Option<u32>,
}

impl AnswerHead {
    fn read(line: &str) -> Option<(Self, String)> {
        let good = match line.chars().next()? {
            '=' => true,
            '?' => false,
            _ => return None,
        };
        let rest = line.get(1..)?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (id, body) = rest.split_at(digits);
        Some((Self { good, id: id.parse().ok() }, body.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::testing::FakeEngine;

    #[tokio::test]
    async fn answers_are_found_whatever_stands_around_them() {
        for style in ["style=plain", "style=noisy", "style=bare"] {
            let fake = FakeEngine::playing("D4").with(style).with("features=final_status_list").with("dead=A1,B2");
            let mut engine = Engine::start(&fake.command()).await.unwrap();
            assert_eq!(engine.name(), "fake", "{style}");
            assert!(engine.can("final_status_list") && !engine.can("loadsgf"));
            assert_eq!(engine.ask("genmove black").await.unwrap(), "D4");
            assert_eq!(engine.ask("final_status_list dead").await.unwrap(), "A1\nB2");
            assert!(matches!(engine.ask("nonsense").await, Err(GtpError::Refused(why)) if why == "unknown command"));
            engine.quit().await;
        }
    }

    #[tokio::test]
    async fn an_engine_that_ends_hangs_or_never_stops_talking_is_told_apart() {
        let fake = FakeEngine::playing("D4").with_file("die", "die").with_file("hang", "hang");
        fake.touch("die");
        let mut engine = Engine::start(&fake.command()).await.unwrap();
        let Err(GtpError::Ended(Some(how))) = engine.ask("genmove black").await else { panic!("it should be dead") };
        assert!(how.contains('3'), "{how}");
        assert!(matches!(engine.ask("name").await, Err(GtpError::Ended(_))));
        fake.touch("hang");
        let mut engine = Engine::start(&fake.command()).await.unwrap();
        let late = engine.ask_within("genmove black", Duration::from_millis(50)).await;
        assert!(matches!(late, Err(GtpError::Late { .. })));
        let talker = EngineCommand::read("sh -c 'yes talk'").unwrap();
        assert!(matches!(Engine::start(&talker).await, Err(GtpError::Nonsense(_))));
        let one_line = EngineCommand::read("sh -c 'yes | tr -d \"\\n\"'").unwrap();
        assert!(matches!(Engine::start(&one_line).await, Err(GtpError::Nonsense(_))));
        let nothing = EngineCommand::read("/no/such/engine").unwrap();
        assert!(matches!(Engine::start(&nothing).await, Err(GtpError::Start { .. })));
        let no_engine = EngineCommand::read("sleep 3600").unwrap().start_within(Duration::from_millis(50));
        let Err(silent @ GtpError::Silent { .. }) = Engine::start(&no_engine).await else { panic!("it is no engine") };
        assert!(
            silent.to_string().starts_with("it does not answer \"name\" within 0 s: does it speak GTP"),
            "{silent}"
        );
    }

    #[test]
    fn a_program_that_is_not_on_the_path_is_asked_for() {
        let missing = std::io::Error::from(std::io::ErrorKind::NotFound);
        let told = not_started("no-such-engine", &missing);
        assert!(told.starts_with("cannot start 'no-such-engine': ") && told.ends_with("; is it on PATH?"), "{told}");
        assert!(!not_started("/no/such/engine", &missing).contains("PATH"));
        let denied = std::io::Error::from(std::io::ErrorKind::PermissionDenied);
        assert!(!not_started("x", &denied).contains("PATH"));
    }

    #[test]
    fn heads_of_answers() {
        let head = |good, id| AnswerHead { good, id };
        assert_eq!(AnswerHead::read("=12 D4"), Some((head(true, Some(12)), " D4".into())));
        assert_eq!(AnswerHead::read("? no"), Some((head(false, None), " no".into())));
        assert_eq!(AnswerHead::read("="), Some((head(true, None), String::new())));
        assert_eq!(AnswerHead::read("=99999999999 x"), Some((head(true, None), " x".into())));
        assert_eq!(AnswerHead::read("noise = 1"), None);
        assert_eq!(AnswerHead::read(""), None);
    }

    #[test]
    fn command_lines_are_quoted_as_in_a_shell() {
        let read = |line| EngineCommand::read(line).map(|c| (c.program, c.arguments));
        assert_eq!(read("gnugo --mode gtp"), Ok(("gnugo".into(), vec!["--mode".into(), "gtp".into()])));
        assert_eq!(read("'my engine' \"a b\" c\\ d"), Ok(("my engine".into(), vec!["a b".into(), "c d".into()])));
        assert!(read("'open").is_err());
        assert!(read("  ").is_err());
    }
}
