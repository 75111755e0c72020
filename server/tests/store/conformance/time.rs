//! What must hold about time: guards, what is due, logical time, outages and stepped clocks.
//!
//! Where time is real, an instant is named so that the case holds however long a call takes.

use super::*;
use tengen_core::{
    partition::{HOLD_MS, OUTAGE_OVER_MS, QUIET_MS},
    timing::{ARRIVAL_WINDOW_MS, FLAG_GRACE_ELSEWHERE_MS, FLAG_GRACE_MS},
};
use tengen_protocol::Colour;
use tengen_server::store::Seat;

const HOUR_MS: u64 = 3_600_000;
const QUOTA_MS: u64 = 300;

fn guarded(stream: &Stream, expect: Position, guard: Guard) -> Commit {
    let mut commit = append(stream, expect, small(9));
    commit.guard = guard;
    // some clock is running in these cases
    commit.due = in_logical(HOUR_MS);
    commit
}

fn with_due(stream: &Stream, expect: Position, due: Option<Due>) -> Commit {
    let mut commit = append(stream, expect, small(1));
    commit.due = due;
    commit
}

const fn arrived(arrived: u64, credit: u64, start: u64, deadline: Option<u64>) -> Guard {
    Guard::Arrived { arrived, credit, start, deadline }
}

const fn time_out(at: u64, flag: Option<(Colour, u64)>) -> Guard {
    Guard::Due { time: Time::Logical, at, flag }
}

/// A log with one event whose partition's logical time is at least `ms` and whose clock runs.
/// Gives its end and the logical time.
async fn running(bed: &dyn Bed, store: &Arc<dyn Store>, stream: &Stream, ms: u64) -> (Position, u64) {
    let done = must(store, with_due(stream, Position::default(), in_logical(HOUR_MS))).await;
    (done.position, flow(bed, store, stream.partition(), ms).await)
}

/// Commits with a guard that holds, and gives the end and the logical time of the commit.
async fn holds(store: &Arc<dyn Store>, stream: &Stream, expect: Position, guard: Guard) -> (Position, u64) {
    let done = must(store, guarded(stream, expect, guard)).await;
    (done.position, done.t)
}

async fn refused(store: &Arc<dyn Store>, stream: &Stream, expect: Position, guard: Guard, how: Outcome) {
    let what = format!("{guard:?}");
    assert_eq!(outcome(store, guarded(stream, expect, guard)).await, how, "{what}");
}

async fn tick(store: &Arc<dyn Store>, partition: Partition) -> Reply<tengen_server::store::Tick> {
    store.tick(&[partition]).await.expect("the store answers").remove(0)
}

fn is_due(tick: &Reply<tengen_server::store::Tick>, stream: &Stream) -> bool {
    tick.value.due.iter().any(|id| &**id == stream.id())
}

pub(crate) async fn arrivals_in_time_and_late(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let (end, now) = running(bed, &store, &stream, 3_000).await;
    // in time means arrived - credit < deadline, whatever the time of the commit is
    refused(&store, &stream, end, arrived(now, 0, 0, Some(now)), Outcome::Late).await;
    refused(&store, &stream, end, arrived(now, 0, 0, Some(now - 1)), Outcome::Late).await;
    refused(&store, &stream, end, arrived(now, 10, 0, Some(now - 10)), Outcome::Late).await;
    refused(&store, &stream, end, arrived(now - 5, 0, now - 5, Some(0)), Outcome::Late).await;
    let (end, _) = holds(&store, &stream, end, arrived(now, 0, 0, Some(now + 1))).await;
    let (end, _) = holds(&store, &stream, end, arrived(now, 1, now, Some(now))).await;
    let (end, _) = holds(&store, &stream, end, arrived(now, 300, 7, Some(now - 299))).await;
    // more credit than ever arrived is no underflow
    let (end, _) = holds(&store, &stream, end, arrived(now, u64::MAX >> 12, 7, Some(1))).await;
    let (end, _) = holds(&store, &stream, end, arrived(now - 5, 0, now - 5, None)).await;
    let tail = whole(&store, &stream).await;
    assert_eq!((tail.end, tail.events.len()), (end, 6));
}

pub(crate) async fn arrivals_that_do_not_fit(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let (end, now) = running(bed, &store, &stream, ARRIVAL_WINDOW_MS + 2_000).await;
    let far = Some(now + HOUR_MS);
    refused(&store, &stream, end, arrived(now + HOUR_MS, 0, 0, far), Outcome::Time).await;
    refused(&store, &stream, end, arrived(now - 1, 0, now, far), Outcome::Time).await;
    refused(&store, &stream, end, arrived(now - ARRIVAL_WINDOW_MS - 1, 0, 0, far), Outcome::Time).await;
    refused(&store, &stream, end, arrived(0, 0, 0, None), Outcome::Time).await;
    // it is not known when it arrived, so nobody can say that it was late
    refused(&store, &stream, end, arrived(now + HOUR_MS, 0, 0, Some(1)), Outcome::Time).await;
    refused(&store, &stream, end, arrived(0, 0, 0, Some(0)), Outcome::Time).await;
    // what the reply says fits
    let reply = store.commit(guarded(&stream, end, arrived(now + HOUR_MS, 0, 0, far))).await.unwrap();
    assert_eq!(reply.value, Outcome::Time);
    assert!(reply.stamp.logical >= now);
    holds(&store, &stream, end, arrived(reply.stamp.logical, 0, 0, far)).await;
}

pub(crate) async fn the_arrival_window_to_the_ms(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    if !bed.still() {
        return;
    }
    let (end, now) = running(bed, &store, &stream, ARRIVAL_WINDOW_MS + 2_000).await;
    refused(&store, &stream, end, arrived(now + 1, 0, 0, None), Outcome::Time).await;
    refused(&store, &stream, end, arrived(now - ARRIVAL_WINDOW_MS - 1, 0, 0, None), Outcome::Time).await;
    let (end, _) = holds(&store, &stream, end, arrived(now, 0, now, None)).await;
    holds(&store, &stream, end, arrived(now - ARRIVAL_WINDOW_MS, 0, now - ARRIVAL_WINDOW_MS, None)).await;
}

pub(crate) async fn position_comes_first(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let (end, now) = running(bed, &store, &stream, 1_000).await;
    let late = arrived(now, 0, 0, Some(1));
    let unfit = arrived(now + HOUR_MS, 0, 0, None);
    let elsewhere = Position { seq: 1, head: Head::from_digest([9; 8]) };
    for guard in [late, unfit, Guard::Before { deadline: 0 }, time_out(now + HOUR_MS, None)] {
        refused(&store, &stream, Position::default(), guard.clone(), Outcome::Conflict(end)).await;
        refused(&store, &stream, elsewhere, guard, Outcome::Reload(end)).await;
    }
}

pub(crate) async fn wall_deadlines(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let done = grown(&store, &stream, 1).await;
    let (end, wall) = (done.position, done.stamp.wall);
    assert!(wall > 0);
    let wall_time_out = |at, flag| Guard::Due { time: Time::Wall, at, flag };
    refused(&store, &stream, end, Guard::Before { deadline: wall }, Outcome::Late).await;
    refused(&store, &stream, end, Guard::Before { deadline: 0 }, Outcome::Late).await;
    let (end, _) = holds(&store, &stream, end, Guard::Before { deadline: wall + HOUR_MS }).await;
    refused(&store, &stream, end, wall_time_out(wall + HOUR_MS, None), Outcome::Time).await;
    refused(&store, &stream, end, wall_time_out(wall, Some((Colour::Black, HOUR_MS))), Outcome::Time).await;
    let (end, _) = holds(&store, &stream, end, wall_time_out(wall, None)).await;
    let flag = wall_time_out(wall - QUOTA_MS - FLAG_GRACE_MS, Some((Colour::White, QUOTA_MS)));
    holds(&store, &stream, end, flag).await;
}

pub(crate) async fn what_is_due_by_logical_time(bed: &dyn Bed) {
    let (store, soon) = (bed.store().await, fresh());
    let later = beside(&soon);
    let partition = soon.partition();
    let before = tick(&store, partition).await;
    assert!(!before.value.running && before.value.due.is_empty());
    let first = must(&store, with_due(&later, Position::default(), in_logical(HOUR_MS))).await;
    let done = must(&store, with_due(&soon, Position::default(), in_logical(700))).await;
    let at = done.t + 700;
    if bed.still() {
        bed.pass(partition, 699).await;
        let early = tick(&store, partition).await;
        assert!(early.value.running && early.value.due.is_empty(), "{early:?}");
        refused(&store, &soon, done.position, time_out(at, None), Outcome::Time).await;
        bed.pass(partition, 1).await;
        assert_eq!(tick(&store, partition).await.stamp.logical, at);
    }
    flow(bed, &store, partition, 700).await;
    let found = tick(&store, partition).await;
    assert!(is_due(&found, &soon) && !is_due(&found, &later), "{found:?}");
    // it stays due until a commit says otherwise
    assert!(is_due(&tick(&store, partition).await, &soon));
    let mut act = guarded(&soon, done.position, time_out(at, None));
    act.due = None;
    must(&store, act).await;
    let found = tick(&store, partition).await;
    assert!(!is_due(&found, &soon) && found.value.running, "{found:?}");
    must(&store, with_due(&later, first.position, None)).await;
    let found = tick(&store, partition).await;
    assert!(found.value.due.is_empty() && !found.value.running, "{found:?}");
}

pub(crate) async fn what_is_due_by_wall_time(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let partition = stream.partition();
    let wall = tick(&store, partition).await.stamp.wall;
    let due = |when| Some(Due { time: Time::Wall, when });
    let first = must(&store, with_due(&stream, Position::default(), due(When::At(wall + HOUR_MS)))).await;
    let found = tick(&store, partition).await;
    assert!(!is_due(&found, &stream));
    assert!(!found.value.running, "wall time keeps no partition ticking");
    let second = must(&store, with_due(&stream, first.position, due(When::After(HOUR_MS)))).await;
    assert!(!is_due(&tick(&store, partition).await, &stream));
    let third = must(&store, with_due(&stream, second.position, due(When::After(0)))).await;
    assert!(is_due(&tick(&store, partition).await, &stream));
    let fourth = must(&store, with_due(&stream, third.position, due(When::At(wall)))).await;
    let found = tick(&store, partition).await;
    assert!(is_due(&found, &stream) && !found.value.running);
    must(&store, with_due(&stream, fourth.position, None)).await;
    assert!(!is_due(&tick(&store, partition).await, &stream));
}

/// One stream is due at one instant only, by one time.
pub(crate) async fn due_moves_and_clears(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let partition = stream.partition();
    let now = |time| Some(Due { time, when: When::At(0) });
    let first = must(&store, with_due(&stream, Position::default(), now(Time::Logical))).await;
    let found = tick(&store, partition).await;
    assert!(is_due(&found, &stream) && found.value.running);
    let second = must(&store, with_due(&stream, first.position, now(Time::Wall))).await;
    let found = tick(&store, partition).await;
    assert!(is_due(&found, &stream) && !found.value.running);
    assert_eq!(found.value.due.len(), 1);
    let third = must(&store, with_due(&stream, second.position, in_logical(HOUR_MS))).await;
    let found = tick(&store, partition).await;
    assert!(!is_due(&found, &stream) && found.value.running);
    // what is refused changes nothing
    let conflict = outcome(&store, with_due(&stream, second.position, now(Time::Logical))).await;
    assert_eq!(conflict, Outcome::Conflict(third.position));
    assert!(!is_due(&tick(&store, partition).await, &stream));
    must(&store, with_due(&stream, third.position, None)).await;
    assert!(!tick(&store, partition).await.value.running);
}

pub(crate) async fn many_due_at_once(bed: &dyn Bed) {
    const LOOK: usize = 1_000;
    let (store, first) = (bed.store().await, fresh());
    let partition = first.partition();
    let now = Some(Due { time: Time::Wall, when: When::At(0) });
    let streams: Vec<Stream> = (0..=LOOK).map(|n| if n == 0 { first.clone() } else { beside(&first) }).collect();
    for part in streams.chunks(100) {
        let commits = part.iter().map(|stream| {
            let (store, commit) = (store.clone(), with_due(stream, Position::default(), now));
            tokio::spawn(async move { must(&store, commit).await })
        });
        for commit in commits.collect::<Vec<_>>() {
            commit.await.unwrap();
        }
    }
    let found = tick(&store, partition).await;
    assert_eq!(found.value.due.len(), LOOK, "at most so many in one look");
    let mut ids: Vec<_> = found.value.due.clone();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), LOOK);
    assert!(ids.iter().all(|id| streams.iter().any(|stream| stream.id() == &**id)));
}

/// The rule of [`PartitionClock`] to the ms: what the store keeps after a step is what the rule
/// makes of what it kept before.
pub(crate) async fn time_follows_the_rule(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let partition = stream.partition();
    let mut end = must(&store, append(&stream, Position::default(), small(0))).await.position;
    let steps: [(i64, bool); 22] = [
        (10, false),
        (1_400, false),
        (5_000, false),
        (-3_000, true),
        (700, true),
        (1_200, true),
        (400, true),
        (1_700, true),
        (900, true),
        (900, true),
        (1_300, true),
        (-90_000, true),
        (600, true),
        (86_400_000, true),
        (1_400, true),
        (1_400, true),
        (1_400, true),
        (1_400, true),
        (1_400, true),
        (1_400, true),
        (1_400, true),
        (1_400, false),
    ];
    let mut anything_due = false;
    for (ms, due_after) in steps {
        match u64::try_from(ms) {
            Ok(forward) => bed.pass(partition, forward).await,
            Err(_) => bed.step(partition, ms).await,
        }
        let before = bed.clock(partition).await;
        let due = due_after.then_some(Due { time: Time::Logical, when: When::After(HOUR_MS) });
        let done = must(&store, with_due(&stream, end, due)).await;
        end = done.position;
        let after = bed.clock(partition).await;
        let mut expected = before.clone();
        expected.advance(after.wall, &after.run, anything_due);
        assert_eq!(after, expected, "{ms} ms after {before}, due: {anything_due}");
        let stamp = done.stamp;
        assert_eq!((stamp.logical, stamp.hold, done.t), (after.logical, after.hold, after.logical));
        anything_due = due_after;
    }
}

pub(crate) async fn an_outage_holds_the_clocks(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let partition = stream.partition();
    let (end, now) = running(bed, &store, &stream, 3_000).await;
    bed.pass(partition, OUTAGE_OVER_MS + HOUR_MS).await;
    let back = tick(&store, partition).await.stamp;
    assert!(back.logical >= now && back.logical - now <= OUTAGE_OVER_MS, "an outage costs little: {now} {back:?}");
    assert!(back.hold > 0 && back.hold <= HOLD_MS);
    // clocks stand, and no flag falls that would have fallen
    refused(&store, &stream, end, time_out(back.logical, None), Outcome::Time).await;
    bed.pass(partition, 1_000).await;
    let later = tick(&store, partition).await.stamp;
    assert_eq!(later.logical, back.logical);
    assert!(later.hold < back.hold);
    // moves are taken meanwhile
    let (end, _) = holds(&store, &stream, end, arrived(back.logical, 0, 0, Some(back.logical + 1))).await;
    // when the hold is over time goes on, and after two seconds of it time-outs are back
    flow(bed, &store, partition, QUIET_MS).await;
    assert_eq!(tick(&store, partition).await.stamp.hold, 0);
    holds(&store, &stream, end, time_out(back.logical, None)).await;
}

pub(crate) async fn a_restart_is_an_outage(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let partition = stream.partition();
    let (end, now) = running(bed, &store, &stream, 3_000).await;
    let (end, t) = holds(&store, &stream, end, Guard::None).await;
    assert!(t >= now);
    drop(store);
    bed.restart().await;
    let store = bed.store().await;
    let back = tick(&store, partition).await;
    assert!(back.value.running);
    assert!(back.stamp.logical >= t, "logical time never goes back behind an event");
    assert!(back.stamp.hold > 0);
    refused(&store, &stream, end, time_out(t, None), Outcome::Time).await;
    flow(bed, &store, partition, QUIET_MS).await;
    holds(&store, &stream, end, time_out(t, None)).await;
}

pub(crate) async fn a_restart_with_nothing_due_is_none(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let first = grown(&store, &stream, 2).await;
    drop(store);
    bed.restart().await;
    let store = bed.store().await;
    let back = tick(&store, stream.partition()).await;
    assert_eq!((back.stamp.hold, back.value.running), (0, false));
    // a clock that starts now is not held
    let second = must(&store, with_due(&stream, first.position, in_logical(HOUR_MS))).await;
    assert_eq!(second.stamp.hold, 0);
    assert!(second.t >= first.t);
}

/// A machine whose clock is set costs a player at most what an outage does, and prolongs nothing.
pub(crate) async fn a_stepped_clock_costs_little(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let partition = stream.partition();
    let (mut end, mut now) = running(bed, &store, &stream, 3_000).await;
    for ms in [-86_400_000_i64, 86_400_000, -1_000, 3_000, -3_600_000] {
        bed.step(partition, ms).await;
        let after = tick(&store, partition).await.stamp;
        assert!(after.logical >= now, "{ms}: back from {now} to {after:?}");
        assert!(after.logical - now <= OUTAGE_OVER_MS, "{ms}: from {now} to {after:?}");
        (end, now) = holds(&store, &stream, end, arrived(after.logical, 0, 0, Some(after.logical + 1))).await;
        // time goes on from there
        now = flow(bed, &store, partition, 100).await.max(now);
    }
    // a step back does not prolong a hold
    bed.pass(partition, HOUR_MS).await;
    let held = tick(&store, partition).await.stamp;
    assert!(held.hold > 0);
    bed.step(partition, -(HOUR_MS.cast_signed())).await;
    assert!(tick(&store, partition).await.stamp.hold <= held.hold);
    flow(bed, &store, partition, QUIET_MS).await;
    holds(&store, &stream, end, time_out(now, None)).await;
}

pub(crate) async fn quiet_after_a_hiccup(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let partition = stream.partition();
    let (end, now) = running(bed, &store, &stream, 3_000).await;
    let (end, _) = holds(&store, &stream, end, time_out(now, None)).await;
    bed.pass(partition, 1_200).await;
    let after = tick(&store, partition).await.stamp;
    refused(&store, &stream, end, time_out(now, None), Outcome::Time).await;
    // not by wall time: that has no outages
    let wall = Guard::Due { time: Time::Wall, at: after.wall, flag: None };
    let (end, _) = holds(&store, &stream, end, wall).await;
    flow(bed, &store, partition, QUIET_MS).await;
    holds(&store, &stream, end, time_out(now, None)).await;
}

pub(crate) async fn flags_wait_for_the_grace(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let (end, now) = running(bed, &store, &stream, FLAG_GRACE_ELSEWHERE_MS + 2_000).await;
    let own = QUOTA_MS + FLAG_GRACE_MS;
    let flag = |at| time_out(at, Some((Colour::Black, QUOTA_MS)));
    let taken = Seat { node: bed.node().into(), connection: 1 };
    for seated in [None, Some(taken)] {
        if let Some(seat) = seated {
            store.take_seat(&stream, Colour::Black, seat).await.unwrap();
        }
        refused(&store, &stream, end, flag(now + HOUR_MS), Outcome::Time).await;
        refused(&store, &stream, end, time_out(now, Some((Colour::Black, HOUR_MS))), Outcome::Time).await;
    }
    // the other side's seat does not matter
    let far = Seat { node: "far".into(), connection: 2 };
    store.take_seat(&stream, Colour::White, far).await.unwrap();
    holds(&store, &stream, end, flag(now - own)).await;
}

pub(crate) async fn flags_wait_for_a_seat_elsewhere(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    let (end, now) = running(bed, &store, &stream, FLAG_GRACE_ELSEWHERE_MS + 5_000).await;
    let flag = |at| time_out(at, Some((Colour::White, QUOTA_MS)));
    let own = now - QUOTA_MS - FLAG_GRACE_MS;
    let far = Seat { node: "far".into(), connection: 2 };
    store.take_seat(&stream, Colour::White, far.clone()).await.unwrap();
    refused(&store, &stream, end, flag(own), Outcome::Time).await;
    let (end, _) = holds(&store, &stream, end, flag(now - QUOTA_MS - FLAG_GRACE_ELSEWHERE_MS)).await;
    // what is no flag waits for nobody
    let (end, _) = holds(&store, &stream, end, time_out(now, None)).await;
    store.leave_seat(&stream, Colour::White, &far).await.unwrap();
    holds(&store, &stream, end, flag(own)).await;
}

pub(crate) async fn the_grace_to_the_ms(bed: &dyn Bed) {
    let (store, stream) = (bed.store().await, fresh());
    if !bed.still() {
        return;
    }
    let (end, now) = running(bed, &store, &stream, FLAG_GRACE_ELSEWHERE_MS + 2_000).await;
    let flag = |at| time_out(at, Some((Colour::Black, QUOTA_MS)));
    let (own, far) = (now - QUOTA_MS - FLAG_GRACE_MS, now - QUOTA_MS - FLAG_GRACE_ELSEWHERE_MS);
    refused(&store, &stream, end, flag(own + 1), Outcome::Time).await;
    let (end, _) = holds(&store, &stream, end, flag(own)).await;
    let seat = Seat { node: "far".into(), connection: 1 };
    store.take_seat(&stream, Colour::Black, seat).await.unwrap();
    refused(&store, &stream, end, flag(far + 1), Outcome::Time).await;
    holds(&store, &stream, end, flag(far)).await;
}

pub(crate) async fn partitions_have_their_own_time(bed: &dyn Bed) {
    let (store, one) = (bed.store().await, fresh());
    let other = std::iter::repeat_with(fresh).find(|other| other.partition() != one.partition()).expect("endless");
    let (_, now) = running(bed, &store, &one, 5_000).await;
    let there = must(&store, append(&other, Position::default(), small(1))).await;
    let ticks = store.tick(&[other.partition(), one.partition()]).await.unwrap();
    assert_eq!(ticks.len(), 2, "in the order asked for");
    assert!(!ticks[0].value.running && ticks[1].value.running);
    assert!(ticks[1].stamp.logical >= now);
    assert!(ticks[0].stamp.logical >= there.t);
    let all: Vec<Partition> = Partition::all().collect();
    let ticks = store.tick(&all).await.unwrap();
    assert_eq!(ticks.len(), all.len());
    assert!(ticks[one.partition().index()].value.running);
}
