//! Profiles: who one is on which server, kept in the user's configuration directory.
//!
//! Files are readable by their owner alone (mode 0600) and replaced as a whole: a profile is never
//! half written. A token is kept under the address of the server that gave it and never sent to
//! another one.

use crate::{
    failure::Failure,
    t,
    text::{printable, system},
    words::Words,
};
use etcetera::BaseStrategy;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};
use tengen_protocol::{AccountId, http::Session};

/// Longest name of a profile, bytes.
const LONGEST_NAME: usize = 32;

/// A session as it is kept.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Saved {
    /// The account.
    pub(crate) account: AccountId,
    /// Its name.
    pub(crate) name: String,
    /// The access token.
    pub(crate) token: String,
    /// When it expires, ms since 1970.
    pub(crate) expires_at: u64,
    /// For the next access token; absent for guests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) refresh_token: Option<String>,
}

impl From<Session> for Saved {
    fn from(session: Session) -> Self {
        let Session { account, name, token, expires_at, refresh_token } = session;
        Self { account, name, token, expires_at, refresh_token }
    }
}

/// One profile.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Profile {
    /// The server of the last login: the default when none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) server: Option<String>,
    /// Files with the private authority of a server, by its address.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) authorities: BTreeMap<String, PathBuf>,
    /// Sessions by the address of their server.
    #[serde(default)]
    pub(crate) sessions: BTreeMap<String, Saved>,
}

/// Where one profile is kept.
#[derive(Clone, Debug)]
pub(crate) struct ProfileFile {
    directory: PathBuf,
    name: String,
}

/// Held while a profile is read, changed and written.
#[derive(Debug)]
pub(crate) struct ProfileLock {
    file: File,
    path: PathBuf,
}

impl ProfileLock {
    /// Whether the locked file is still the one at its path: the one before may have removed it.
    #[cfg(unix)]
    fn stands(&self) -> bool {
        use std::os::unix::fs::MetadataExt;
        let id = |file: std::io::Result<fs::Metadata>| file.ok().map(|file| (file.dev(), file.ino()));
        let held = id(self.file.metadata());
        held.is_some() && held == id(fs::metadata(&self.path))
    }

    /// Here nobody removes it.
    #[cfg(not(unix))]
    fn stands(&self) -> bool {
        true
    }

    /// Gives the lock up and leaves no file behind, where that is safe.
    pub(crate) fn remove(self) {
        if cfg!(unix) {
            // A file that stays does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl ProfileFile {
    /// The profile of that name in the user's configuration directory.
    ///
    /// # Errors
    /// When the name is not plain, or there is no home directory.
    pub(crate) fn of_user(name: &str) -> Result<Self, Failure> {
        let base = etcetera::choose_base_strategy().map_err(|error| Failure::Local(error.to_string()))?;
        Self::within(base.config_dir().join("tengen"), name)
    }

    /// The profile of that name in a directory.
    ///
    /// # Errors
    /// When the name is not plain.
    pub(crate) fn within(directory: PathBuf, name: &str) -> Result<Self, Failure> {
        let plain = (1..=LONGEST_NAME).contains(&name.len())
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
        if !plain {
            let text = t!(Words::current(), "profile-name", profile = printable(name), most = LONGEST_NAME);
            return Err(Failure::Usage(text));
        }
        Ok(Self { directory, name: name.to_owned() })
    }

    /// The profile's name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    fn path(&self) -> PathBuf {
        self.directory.join(format!("{}.toml", self.name))
    }

    /// Reads the profile; an empty one if there is none.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn load(&self) -> Result<Profile, Failure> {
        let path = self.path();
        match fs::read_to_string(&path) {
            Ok(text) => toml::from_str(&text).map_err(|error| failed(&path, &error.message())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Profile::default()),
            Err(error) => Err(failed(&path, &system(&error))),
        }
    }

    /// Waits until no other process changes this profile. Blocks.
    ///
    /// # Errors
    /// When the lock's file cannot be made.
    pub(crate) fn lock(&self) -> Result<ProfileLock, Failure> {
        self.make_directory()?;
        let path = self.directory.join(format!(".{}.lock", self.name));
        loop {
            let file =
                private().create(true).truncate(false).open(&path).map_err(|error| failed(&path, &system(&error)))?;
            file.lock().map_err(|error| failed(&path, &system(&error)))?;
            let lock = ProfileLock { file, path: path.clone() };
            if lock.stands() {
                return Ok(lock);
            }
        }
    }

    /// Replaces the profile. The lock is asked for as proof that nobody else does.
    ///
    /// # Errors
    /// When the file cannot be written; the old one stands then.
    pub(crate) fn save(&self, profile: &Profile, _lock: &ProfileLock) -> Result<(), Failure> {
        let text = toml::to_string(profile).map_err(|error| failed(&self.path(), &error))?;
        let draft = self.directory.join(format!(".{}.{}.new", self.name, std::process::id()));
        let path = self.path();
        replace(&draft, &path, &text).map_err(|error| failed(&path, &system(&error)))
    }

    fn make_directory(&self) -> Result<(), Failure> {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&self.directory).map_err(|error| failed(&self.directory, &system(&error)))
    }
}

/// Options that make a file which its owner alone can read.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn replace(draft: &Path, path: &Path, text: &str) -> std::io::Result<()> {
    match fs::remove_file(draft) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = private().create_new(true).open(draft)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(draft, path)
}

fn failed(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Local(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved(token: &str) -> Saved {
        Saved {
            account: "acc1".parse().unwrap(),
            name: "Li".into(),
            token: token.into(),
            expires_at: 5,
            refresh_token: Some("r".into()),
        }
    }

    #[test]
    fn a_profile_is_kept_and_private() {
        let home = tempfile::tempdir().unwrap();
        let file = ProfileFile::within(home.path().join("tengen"), "main").unwrap();
        assert!(file.load().unwrap().sessions.is_empty());
        let lock = file.lock().unwrap();
        let mut profile = Profile { server: Some("http://a".into()), ..Profile::default() };
        profile.sessions.insert("http://a".into(), saved("one"));
        file.save(&profile, &lock).unwrap();
        profile.sessions.insert("http://b".into(), saved("two"));
        file.save(&profile, &lock).unwrap();
        assert!(file.load().unwrap() == profile);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(file.path()).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        let names: Vec<_> = fs::read_dir(home.path().join("tengen")).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(names.len(), 2, "the profile and its lock: {names:?}");
    }

    #[test]
    fn a_lock_that_is_removed_still_lets_one_in_at_a_time() {
        let home = tempfile::tempdir().unwrap();
        let file = ProfileFile::within(home.path().to_owned(), "main").unwrap();
        let inside = std::sync::atomic::AtomicU32::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let lock = file.lock().unwrap();
                        assert_eq!(inside.fetch_add(1, std::sync::atomic::Ordering::SeqCst), 0);
                        inside.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
                        lock.remove();
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
    }

    #[test]
    fn names_of_profiles_cannot_leave_the_directory() {
        for bad in ["", "../x", "a/b", ".x", &"x".repeat(33)] {
            assert!(ProfileFile::within(PathBuf::from("/"), bad).is_err(), "{bad}");
        }
        assert!(ProfileFile::within(PathBuf::from("/"), &"x".repeat(32)).is_ok());
    }

    #[test]
    fn a_damaged_profile_is_named() {
        let home = tempfile::tempdir().unwrap();
        let file = ProfileFile::within(home.path().to_owned(), "main").unwrap();
        fs::write(file.path(), "server = [").unwrap();
        let Err(error) = file.load() else { panic!("a damaged file was read") };
        assert!(error.to_string().contains("main.toml"), "{error}");
    }
}
