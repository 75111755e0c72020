//! Black-box tests: one behaviour a file, against real processes.

mod a_sealed_move_outlives_a_kill;
mod cli_commands;
mod computer_go_contest;
mod engines_play_whole_games;
mod no_move_is_lost_under_load;
mod players_and_spectators_talk;
mod python_bot_plays_a_whole_game;
mod redis_over_tls;
mod referees_rule;
mod referees_watch_over_boards;
mod refused_plays_and_overtime;
mod repetition_is_ruled_on;
mod server_below_a_path;
mod server_stops_and_starts_again;
mod tournament_formats;
mod tournaments_by_command_line;

use tengen_tests::server::StoreKind;

/// Makes one test for each store.
macro_rules! on_both_stores {
    ($($name:ident),+ $(,)?) => {
        mod embedded {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() -> anyhow::Result<()> {
                super::$name(crate::StoreKind::Embedded).await
            })+
        }
        mod redis {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() -> anyhow::Result<()> {
                super::$name(crate::StoreKind::Redis).await
            })+
        }
    };
}
pub(crate) use on_both_stores;
