use super::*;
use tengen_protocol::{Code, Colour, ColourChoice, Limit, Limited, Size, TimeControl, Why, WireError};

fn terms() -> Terms {
    Terms::new(Size::square(9).unwrap(), "10m+5x30s".parse().unwrap())
}

fn account(name: &str) -> AccountId {
    name.parse().unwrap()
}

/// A lobby whose log is a list.
#[derive(Default)]
struct Desk {
    lobby: Lobby,
    stored: Vec<Vec<u8>>,
    commands: u32,
    now: u64,
}

impl Desk {
    fn ask(&mut self, by: &str, command: Command) -> Result<Event, WireError> {
        self.commands += 1;
        let id = format!("c{}", self.commands).parse().unwrap();
        let decision = self.lobby.decide(&account(by), &id, command, self.now)?;
        Ok(self.append(&decision.event))
    }

    fn append(&mut self, event: &Event) -> Event {
        let body = log::body(LOBBY_FORMAT, event).unwrap();
        let stored = log::stored(self.lobby.position(), 0, self.now, &body);
        let folded = self.lobby.apply(&stored).unwrap();
        self.stored.push(stored);
        folded
    }

    fn offer(&mut self, by: &str, offer: &str, terms: Terms) -> Result<Event, WireError> {
        self.ask(by, Command::Offer { offer: offer.parse().unwrap(), terms })
    }

    fn accept(&mut self, by: &str, offer: &str, game: &str) -> Result<Event, WireError> {
        let seed = "00112233445566778899aabbccddeeff".to_owned();
        self.ask(by, Command::Accept { offer: offer.parse().unwrap(), game: game.parse().unwrap(), seed })
    }
}

#[test]
fn an_offer_starts_one_game_and_takes_the_others_away() {
    let mut desk = Desk::default();
    desk.offer("ann", "o1", terms()).unwrap();
    desk.offer("ann", "o2", terms()).unwrap();
    desk.offer("bob", "o3", terms()).unwrap();
    let mut slow = terms();
    slow.time = "3d/move".parse().unwrap();
    desk.offer("bob", "o4", slow).unwrap();
    assert_eq!(desk.accept("ann", "o1", "g0").unwrap_err().code, Code::OwnOffer);
    desk.accept("bob", "o1", "g1").unwrap();
    let open: Vec<_> = desk.lobby.offers(None).iter().map(|(id, _)| id.to_string()).collect();
    assert_eq!(open, ["o4"], "live offers of both are gone, the slow one stays");
    assert_eq!(desk.accept("cyd", "o1", "g2").unwrap_err().code, Code::NoSuchOffer);
    assert_eq!(desk.lobby.games().len(), 1);
    assert_eq!(desk.lobby.uncreated().count(), 1);

    let game = "g1".parse().unwrap();
    let created = desk.lobby.created(&game).unwrap();
    desk.append(&created.event);
    assert!(desk.lobby.created(&game).is_none(), "said once");
    let outcome = Outcome {
        result: "B+R".into(),
        reason: tengen_protocol::EndReason::Resignation,
        winner: Some(Colour::Black),
        count: None,
    };
    let finished = desk.lobby.game_finished(&game, &outcome).unwrap();
    desk.append(&finished.event);
    assert!(desk.lobby.game_finished(&game, &outcome).is_none(), "a result counts once");
    assert_eq!(desk.lobby.finished().count(), 1);
    assert_eq!(desk.lobby.games_of(&account("ann")).count(), 0);
}

#[test]
fn an_offer_to_one_account_is_seen_and_taken_by_that_one() {
    let mut desk = Desk::default();
    let mut to_bob = terms();
    to_bob.to = Some(account("bob"));
    desk.offer("ann", "o1", to_bob.clone()).unwrap();
    assert_eq!(desk.lobby.offers(None).len(), 0);
    assert_eq!(desk.lobby.offers(Some(&account("cyd"))).len(), 0);
    assert_eq!(desk.lobby.offers(Some(&account("bob"))).len(), 1);
    assert_eq!(desk.lobby.offers(Some(&account("ann"))).len(), 1);
    assert_eq!(desk.accept("cyd", "o1", "g1").unwrap_err().code, Code::NoSuchOffer);
    desk.accept("bob", "o1", "g1").unwrap();
    to_bob.to = Some(account("ann"));
    let refusal = desk.offer("ann", "o2", to_bob).unwrap_err();
    assert_eq!((refusal.code, refusal.why), (Code::BadTerms, Some(Why::SamePlayer)));
}

#[test]
fn limits_hold_at_the_limit_and_one_beyond() {
    let mut desk = Desk::default();
    for n in 0..limits::OPEN_OFFERS {
        desk.offer("ann", &format!("o{n}"), terms()).unwrap();
    }
    let too_many = |refusal: WireError| (refusal.code, *refusal.limit.unwrap());
    let offers = (Code::TooMany, Limit::most(Limited::OpenOffers, limits::OPEN_OFFERS as u64));
    assert_eq!(too_many(desk.offer("ann", "more", terms()).unwrap_err()), offers);
    let mut desk = Desk::default();
    for n in 0..limits::LIVE_GAMES {
        desk.offer("ann", &format!("o{n}"), terms()).unwrap();
        desk.accept(&format!("b{n}"), &format!("o{n}"), &format!("g{n}")).unwrap();
    }
    let games = (Code::TooMany, Limit::most(Limited::Games, limits::LIVE_GAMES as u64));
    assert_eq!(too_many(desk.offer("ann", "more", terms()).unwrap_err()), games);
    desk.offer("dan", "od", terms()).unwrap();
    assert_eq!(too_many(desk.accept("ann", "od", "gd").unwrap_err()), games);
}

#[test]
fn games_of_tournaments_take_no_room_from_those_that_one_makes_oneself() {
    let mut desk = Desk::default();
    let promised = |n: usize| {
        let players = tengen_protocol::Sides { black: account("ann"), white: account("bob") };
        let mut setup = crate::game::settle(&terms(), players, None, None).unwrap();
        let bout = tengen_protocol::BoutRef { stage: 1, round: 1, table: 1 };
        let tournament = "t1".parse().unwrap();
        setup.tournament = Some(tengen_protocol::TournamentRef { tournament, bout, board: 1 });
        Promised { game: format!("t{n}").parse().unwrap(), setup }
    };
    let games: Vec<_> = (0..limits::LIVE_GAMES).map(promised).collect();
    let promise = desk.lobby.promise(&games).unwrap().event;
    desk.append(&promise);
    assert_eq!(desk.lobby.games_of(&account("ann")).count(), limits::LIVE_GAMES);
    desk.offer("ann", "o1", terms()).unwrap();
    desk.accept("bob", "o1", "g1").unwrap();
}

#[test]
fn terms_that_do_not_fit_are_refused_with_what_is_allowed() {
    let mut desk = Desk::default();
    let mut bad = terms();
    bad.handicap = 3;
    let refusal = desk.offer("ann", "o1", bad.clone()).unwrap_err();
    assert_eq!((refusal.code, refusal.why), (Code::BadTerms, Some(Why::NigiriWithHandicap)));
    assert!(refusal.message.contains("black or white"), "{refusal}");
    bad.colour = ColourChoice::White;
    bad.handicap = 10;
    let refusal = desk.offer("ann", "o1", bad.clone()).unwrap_err();
    assert_eq!((refusal.code, refusal.why), (Code::BadTerms, Some(Why::OutOfRange)));
    bad.handicap = 9;
    desk.offer("ann", "o1", bad.clone()).unwrap();
    bad.time = TimeControl::Absolute { main: 0 };
    assert_eq!(desk.offer("ann", "o2", bad).unwrap_err().code, Code::BadTerms);
    assert_eq!(desk.lobby.position().seq, 1, "a refusal changes nothing");
}

#[test]
fn offers_end_by_time() {
    let mut desk = Desk { now: 1_000, ..Desk::default() };
    desk.offer("ann", "o1", terms()).unwrap();
    assert!(desk.lobby.time_acts(1_000 + OFFER_FOR_MS - 1).is_none());
    desk.now = 1_000 + OFFER_FOR_MS;
    assert_eq!(desk.accept("bob", "o1", "g1").unwrap_err().code, Code::NoSuchOffer);
    let expired = desk.lobby.time_acts(desk.now).unwrap();
    assert_eq!(expired.due, None);
    desk.append(&expired.event);
    assert_eq!(desk.lobby.offers(None).len(), 0);
}

#[test]
fn a_compacted_log_gives_the_same_lobby() {
    let mut desk = Desk::default();
    desk.offer("ann", "o1", terms()).unwrap();
    desk.offer("bob", "o2", terms()).unwrap();
    desk.accept("cyd", "o1", "g1").unwrap();
    let snapshot = desk.lobby.snapshot().unwrap();
    let mut again = Lobby::from_snapshot(desk.lobby.position(), &snapshot).unwrap();
    let (c3, accept) = ("c3".parse().unwrap(), accept_of("o1"));
    assert_eq!(again.repeat(&account("cyd"), &c3, &accept), desk.lobby.repeat(&account("cyd"), &c3, &accept));
    assert!(again.repeat(&account("cyd"), &c3, &accept).unwrap().is_ok());
    assert!(again.repeat(&account("ann"), &c3, &accept).is_none());
    desk.accept("dan", "o2", "g2").unwrap();
    again.apply(desk.stored.last().unwrap()).unwrap();
    assert_eq!(again.snapshot().unwrap(), desk.lobby.snapshot().unwrap());
    assert!(again.apply(desk.stored.last().unwrap()).is_err(), "an event is folded once");
}

/// The command, with ids that the server drew anew.
fn accept_of(offer: &str) -> Command {
    Command::Accept { offer: offer.parse().unwrap(), game: "other".parse().unwrap(), seed: "ff".into() }
}

fn offer_of(terms: Terms) -> Command {
    Command::Offer { offer: "other".parse().unwrap(), terms }
}

/// How the lobby takes a command with this id: as a repeat, as another one, as new.
fn taken(lobby: &Lobby, by: &str, id: &str, command: &Command) -> Option<Result<Done, Code>> {
    let repeat = lobby.repeat(&account(by), &id.parse().unwrap(), command)?;
    Some(repeat.cloned().map_err(|error| error.code))
}

#[test]
fn the_same_id_with_another_body_is_refused() {
    let mut desk = Desk::default();
    desk.offer("ann", "o1", terms()).unwrap();
    desk.offer("bob", "o2", terms()).unwrap();
    desk.accept("cyd", "o1", "g1").unwrap();
    desk.ask("bob", Command::Withdraw { offer: "o2".parse().unwrap() }).unwrap();
    let mut others = terms();
    others.komi = Some("6.5".parse().unwrap());
    let compacted = Lobby::from_snapshot(desk.lobby.position(), &desk.lobby.snapshot().unwrap()).unwrap();
    for lobby in [&desk.lobby, &compacted] {
        let same = taken(lobby, "ann", "c1", &offer_of(terms()));
        assert_eq!(same, Some(Ok(Done::Offered { offer: "o1".parse().unwrap() })));
        assert_eq!(taken(lobby, "ann", "c1", &offer_of(others.clone())), Some(Err(Code::IdReused)));
        assert_eq!(taken(lobby, "ann", "c1", &accept_of("o2")), Some(Err(Code::IdReused)));
        assert!(taken(lobby, "cyd", "c3", &accept_of("o1")).unwrap().is_ok());
        assert_eq!(taken(lobby, "cyd", "c3", &accept_of("o2")), Some(Err(Code::IdReused)));
        let withdraw = |offer: &str| Command::Withdraw { offer: offer.parse().unwrap() };
        assert!(taken(lobby, "bob", "c4", &withdraw("o2")).unwrap().is_ok());
        assert_eq!(taken(lobby, "bob", "c4", &withdraw("o1")), Some(Err(Code::IdReused)));
        assert_eq!(taken(lobby, "bob", "c1", &offer_of(terms())), None, "ids are each account's own");
    }
}

#[test]
fn a_snapshot_from_before_bodies_were_kept_is_read() {
    let old = br#"{"v":1,"state":{"offers":{},"games":{},"finished":[],
        "commands":[{"by":"ann","id":"c1","done":{"offered":{"offer":"o1"}}}]}}"#;
    let lobby = Lobby::from_snapshot(log::Position::default(), old).unwrap();
    let done = Done::Offered { offer: "o1".parse().unwrap() };
    assert_eq!(taken(&lobby, "ann", "c1", &offer_of(terms())), Some(Ok(done)));
}

#[test]
fn nigiri_follows_its_seed() {
    // printf 0 | sha1sum begins with b6, printf 1 with 35.
    assert_eq!(nigiri_colour("0"), Colour::White);
    assert_eq!(nigiri_colour("1"), Colour::Black);
}

#[test]
fn games_of_a_tournament_are_promised_once_and_then_are_as_those_of_offers() {
    let mut desk = Desk::default();
    let promised = |game: &str, black: &str, white: &str| {
        let players = tengen_protocol::Sides { black: account(black), white: account(white) };
        let setup = crate::game::settle(&terms(), players, None, None).unwrap();
        Promised { game: game.parse().unwrap(), setup }
    };
    let games = [promised("g1", "ann", "bob"), promised("g2", "cyd", "dan")];
    let first = desk.lobby.promise(&games[..1]).unwrap().event;
    desk.append(&first);
    let Event::Promised { games: rest } = desk.lobby.promise(&games).unwrap().event else { panic!() };
    assert_eq!(rest, games[1..], "what is known is not promised again");
    desk.append(&Event::Promised { games: rest });
    assert!(desk.lobby.promise(&games).is_none());
    assert_eq!(desk.lobby.uncreated().count(), 2);
    let (g1, ann) = (games[0].game.clone(), account("ann"));
    assert_eq!(desk.lobby.games_of(&ann).collect::<Vec<_>>(), [&g1]);
    let created = desk.lobby.created(&g1).unwrap().event;
    desk.append(&created);
    assert!(desk.lobby.game(&g1).unwrap().created);
    let outcome = Outcome {
        result: "B+R".into(),
        reason: tengen_protocol::EndReason::Resignation,
        winner: Some(Colour::Black),
        count: None,
    };
    let finished = desk.lobby.game_finished(&g1, &outcome).unwrap().event;
    desk.append(&finished);
    assert!(desk.lobby.promise(&games).is_none(), "nor what was finished not long ago");
    assert_eq!(desk.lobby.games_of(&ann).count(), 0);
}
