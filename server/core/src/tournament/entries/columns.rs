//! The columns of an entry list and the words that head them.

use super::{Form, cells::narrow};
use std::fmt;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// The number of the entry.
    No,
    /// The name of the team, in lists of teams.
    Team,
    /// The name of the player or member.
    Name,
    /// The account that plays.
    Account,
    /// The rank.
    Rank,
    /// The rating.
    Rating,
    /// The club; in lists of players also the team.
    Club,
    /// The seed number.
    Seed,
    /// The first round of a late entry.
    FromRound,
}

impl Field {
    /// The columns of a list, in the order in which they are written.
    #[must_use]
    pub const fn of(form: Form) -> &'static [Self] {
        match form {
            Form::Players => &[
                Self::No,
                Self::Name,
                Self::Account,
                Self::Rank,
                Self::Rating,
                Self::Club,
                Self::Seed,
                Self::FromRound,
            ],
            Form::Teams => &[
                Self::No,
                Self::Team,
                Self::Club,
                Self::Seed,
                Self::FromRound,
                Self::Name,
                Self::Account,
                Self::Rank,
                Self::Rating,
            ],
        }
    }

    /// The word that heads its column when a list is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::Team => "team",
            Self::Name => "name",
            Self::Account => "account",
            Self::Rank => "rank",
            Self::Rating => "rating",
            Self::Club => "club",
            Self::Seed => "seed",
            Self::FromRound => "from_round",
        }
    }

    /// Words that head its column when one is read, in lower case and without blanks and signs.
    const fn words(self) -> &'static [&'static str] {
        match self {
            Self::No => &["no", "number", "#", "id", "编号", "編號", "序号", "序號", "号码", "號碼"],
            Self::Team => &["team", "teamname", "队", "隊", "队名", "隊名", "代表队", "代表隊", "队伍", "隊伍"],
            Self::Name => &[
                "name",
                "player",
                "member",
                "姓名",
                "名字",
                "棋手",
                "选手",
                "選手",
                "队员",
                "隊員",
                "参赛者",
                "參賽者",
            ],
            Self::Account => &["account", "accountid", "账号", "帐号", "帳號", "賬號", "账户", "帳戶"],
            Self::Rank => &["rank", "grade", "段位", "级别", "級別", "段级位", "段級位", "棋力"],
            Self::Rating => &["rating", "gor", "elo", "等级分", "等級分"],
            Self::Club => &["club", "俱乐部", "俱樂部", "单位", "單位", "棋社", "学校", "學校", "地区", "地區"],
            Self::Seed => &["seed", "seedno", "seednumber", "种子", "種子", "种子号", "種子號", "种子序号", "種子序號"],
            Self::FromRound => &["fromround", "firstround", "起始轮次", "起始輪次", "首轮", "首輪"],
        }
    }

    /// The field of a column with this head, if it is one that a list of this form has.
    pub(super) fn headed(head: &str, form: Form) -> Option<Self> {
        let plain = |c: &char| !c.is_whitespace() && !matches!(c, '_' | '-' | '.' | ':');
        let word: String = narrow(head).to_lowercase().chars().filter(plain).collect();
        let all = [
            Self::No,
            Self::Team,
            Self::Name,
            Self::Account,
            Self::Rank,
            Self::Rating,
            Self::Club,
            Self::Seed,
            Self::FromRound,
        ];
        let field = all.into_iter().find(|field| field.words().contains(&word.as_str()))?;
        Some(if field == Self::Team && form == Form::Players { Self::Club } else { field })
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
