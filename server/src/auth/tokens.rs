//! Signed tokens: JWT (RFC 7519) with one algorithm pinned for every key (RFC 8725, 3.1).
//!
//! `kid` is a look-up in the fixed table of configured keys and nothing else, and the key found says
//! which algorithm a token must name: what a token says of itself chooses neither.
//! `exp`, `nbf`, `iat`, `iss`, `aud`, `sub` and `jti` are required. A valid token is not enough to
//! be let in: see [`Account::accepts`](super::Account::accepts).

use super::keys::SigningKeys;
use jsonwebtoken::{Algorithm, Header, Validation, decode, decode_header, encode};
use serde::{Deserialize, Serialize};
use tengen_protocol::AccountId;

/// What clocks of nodes may differ by, s.
pub const LEEWAY_S: u64 = 5;

/// An access token's life, s.
pub const ACCESS_S: u64 = 15 * 60;

/// A refresh token's life, s; each refresh starts it anew.
pub const REFRESH_S: u64 = 30 * 24 * 3600;

/// A guest's life, s.
pub const GUEST_S: u64 = 30 * 24 * 3600;

/// Longest token that is looked at, bytes; ours have about 400.
pub const TOKEN_BYTES: usize = 2048;

/// What a token is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Use {
    /// After logging in: minutes.
    Access,
    /// For new access tokens: days, each once.
    Refresh,
    /// Of a bot or a command line: until it expires or is revoked.
    Named,
    /// Of a guest: as long as the guest.
    Guest,
}

impl Use {
    pub(super) const fn audience(self) -> &'static str {
        match self {
            Self::Refresh => "tengen-refresh",
            Self::Access | Self::Named | Self::Guest => "tengen",
        }
    }
}

/// What a token says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// Which server.
    pub iss: String,
    /// For what: refresh tokens have an audience of their own, so that one is never taken for an
    /// access token.
    pub aud: String,
    /// Whose.
    pub sub: AccountId,
    /// The token's id.
    pub jti: String,
    /// Made, s since 1970.
    pub iat: u64,
    /// Not valid before, s since 1970.
    pub nbf: u64,
    /// Not valid after, s since 1970.
    pub exp: u64,
    /// What it is for.
    pub r#use: Use,
    /// The account's generation: revoking all tokens begins a new one.
    pub r#gen: u32,
    /// The session that it belongs to, for access and refresh tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sid: Option<String>,
}

/// Why a token is not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Not signed by this server for this use, or not a token at all.
    #[error("the token is not valid")]
    Invalid,
    /// Its time is over.
    #[error("the token has expired")]
    Expired,
    /// Its time has not come.
    #[error("the token is not valid yet")]
    NotYet,
}

impl SigningKeys {
    /// Signs.
    pub(super) fn sign(&self, claims: &Claims) -> Result<String, String> {
        let (kid, algorithm, encoding) = self.signer();
        let mut header = Header::new(algorithm);
        header.kid = Some(kid.to_owned());
        encode(&header, claims, encoding).map_err(|error| error.to_string())
    }

    /// What a token says, if this server signed it for one of `uses` and its time is now, s since 1970.
    ///
    /// # Errors
    /// When it is anything else, or its time is not now.
    pub fn check(&self, token: &str, issuer: &str, uses: &[Use], now_s: u64) -> Result<Claims, TokenError> {
        if token.len() > TOKEN_BYTES {
            return Err(TokenError::Invalid);
        }
        let header = decode_header(token).map_err(|_| TokenError::Invalid)?;
        let key = header.kid.as_deref().and_then(|kid| self.find(kid)).ok_or(TokenError::Invalid)?;
        let audiences: Vec<&str> = uses.iter().map(|r#use| r#use.audience()).collect();
        let decoded = decode::<Claims>(token, &key.decoding, &validation(key.algorithm, issuer, &audiences));
        let claims = decoded.map_err(|_| TokenError::Invalid)?.claims;
        if !uses.contains(&claims.r#use) || claims.aud != claims.r#use.audience() {
            return Err(TokenError::Invalid);
        }
        if now_s >= claims.exp.saturating_add(LEEWAY_S) {
            return Err(TokenError::Expired);
        }
        if claims.nbf > now_s.saturating_add(LEEWAY_S) {
            return Err(TokenError::NotYet);
        }
        Ok(claims)
    }
}

/// The library checks signature, algorithm, audience, issuer and presence; time is checked with the
/// caller's.
fn validation(algorithm: Algorithm, issuer: &str, audiences: &[&str]) -> Validation {
    let mut validation = Validation::new(algorithm);
    validation.set_required_spec_claims(&["exp", "nbf", "iss", "aud", "sub"]);
    validation.set_issuer(&[issuer]);
    validation.set_audience(audiences);
    validation.validate_exp = false;
    validation.validate_nbf = false;
    validation
}

#[cfg(test)]
mod tests {
    use super::{
        super::keys::tests::{ED25519_PEM, P256_PEM, hmac_kid},
        *,
    };
    use jsonwebtoken::EncodingKey;
    use serde_json::{Value, json};

    const NOW: u64 = 1_800_000_000;

    fn keys(byte: u8) -> SigningKeys {
        SigningKeys::from_bytes(&[byte; 32]).unwrap()
    }

    fn claims() -> Claims {
        Claims {
            iss: "tengen".into(),
            aud: "tengen".into(),
            sub: "abc".parse().unwrap(),
            jti: "t1".into(),
            iat: NOW,
            nbf: NOW,
            exp: NOW + ACCESS_S,
            r#use: Use::Access,
            r#gen: 0,
            sid: None,
        }
    }

    fn check(token: &str, now: u64) -> Result<Claims, TokenError> {
        keys(1).check(token, "tengen", &[Use::Access, Use::Named, Use::Guest], now)
    }

    /// Signs whatever a forger writes, with any key and algorithm.
    fn forge(change: impl FnOnce(&mut Value), kid: Option<&str>, alg: Algorithm, secret: &[u8]) -> String {
        let mut body = serde_json::to_value(claims()).unwrap();
        change(&mut body);
        let mut header = Header::new(alg);
        header.kid = kid.map(str::to_owned);
        encode(&header, &body, &EncodingKey::from_secret(secret).unwrap()).unwrap()
    }

    fn ours(change: impl FnOnce(&mut Value)) -> String {
        forge(change, Some(&hmac_kid(&[1; 32])), Algorithm::HS256, &[1; 32])
    }

    #[test]
    fn a_token_says_what_was_signed() {
        let token = keys(1).sign(&claims()).unwrap();
        assert_eq!(check(&token, NOW).unwrap(), claims());
        assert_eq!(check(&ours(|_| ()), NOW).unwrap(), claims());
        assert!(token.len() < TOKEN_BYTES / 4, "{}", token.len());
    }

    #[test]
    fn time_is_checked_at_the_limits() {
        let token = keys(1).sign(&claims()).unwrap();
        assert!(check(&token, NOW + ACCESS_S + LEEWAY_S - 1).is_ok());
        assert_eq!(check(&token, NOW + ACCESS_S + LEEWAY_S), Err(TokenError::Expired));
        assert!(check(&token, NOW - LEEWAY_S).is_ok());
        assert_eq!(check(&token, NOW - LEEWAY_S - 1), Err(TokenError::NotYet));
    }

    #[test]
    fn other_algorithms_and_none_are_refused() {
        let id = hmac_kid(&[1; 32]);
        for alg in [Algorithm::HS384, Algorithm::HS512] {
            assert_eq!(check(&forge(|_| (), Some(&id), alg, &[1; 32]), NOW), Err(TokenError::Invalid));
        }
        // {"alg":"none","typ":"JWT"}, {"alg":"none","kid":"..."} unsigned, and our body without its signature
        let body = ours(|_| ()).split('.').nth(1).unwrap().to_owned();
        for token in [
            format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{body}."),
            format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{body}"),
            ours(|_| ()).rsplit_once('.').map(|(rest, _)| format!("{rest}.")).unwrap(),
        ] {
            assert_eq!(check(&token, NOW), Err(TokenError::Invalid), "{token}");
        }
    }

    #[test]
    fn the_kid_is_a_look_up_and_nothing_else() {
        let id = hmac_kid(&[1; 32]);
        for other in [None, Some(""), Some("00000000"), Some("../secret"), Some("' or 1=1")] {
            assert_eq!(check(&forge(|_| (), other, Algorithm::HS256, &[1; 32]), NOW), Err(TokenError::Invalid));
        }
        assert_eq!(check(&forge(|_| (), Some(&id), Algorithm::HS256, &[2; 32]), NOW), Err(TokenError::Invalid));
    }

    #[test]
    fn every_claim_is_required_and_compared() {
        for name in ["iss", "aud", "sub", "jti", "iat", "nbf", "exp", "use", "gen"] {
            let token = ours(|body| {
                body.as_object_mut().unwrap().remove(name);
            });
            assert_eq!(check(&token, NOW), Err(TokenError::Invalid), "without {name}");
        }
        for (name, value) in [
            ("iss", json!("another")),
            ("aud", json!("another")),
            ("aud", json!("tengen-refresh")),
            ("aud", json!(["tengen", "tengen-refresh"])),
            ("use", json!("refresh")),
            ("use", json!("root")),
            ("sub", json!("not an id")),
            ("exp", json!("tomorrow")),
            ("exp", json!(-1)),
            ("gen", json!(-1)),
        ] {
            let token = ours(|body| body[name] = value.clone());
            assert_eq!(check(&token, NOW), Err(TokenError::Invalid), "{name} = {value}");
        }
    }

    #[test]
    fn a_refresh_token_is_no_access_token_nor_the_other_way() {
        let refresh = Claims { r#use: Use::Refresh, aud: Use::Refresh.audience().into(), ..claims() };
        let refresh = keys(1).sign(&refresh).unwrap();
        assert_eq!(check(&refresh, NOW), Err(TokenError::Invalid));
        assert!(keys(1).check(&refresh, "tengen", &[Use::Refresh], NOW).is_ok());
        assert_eq!(keys(1).check(&ours(|_| ()), "tengen", &[Use::Refresh], NOW), Err(TokenError::Invalid));
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let token = keys(1).sign(&claims()).unwrap();
        for at in 0..token.len() {
            let mut changed = token.clone().into_bytes();
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            assert_eq!(check(&changed, NOW), Err(TokenError::Invalid), "byte {at}");
        }
        for nonsense in ["", ".", "..", "a.b.c", &"x".repeat(5000)] {
            assert_eq!(check(nonsense, NOW), Err(TokenError::Invalid));
        }
    }

    #[test]
    fn a_token_that_is_too_long_is_refused_though_it_is_signed() {
        let padded = |bytes: usize| ours(|body| body["pad"] = json!("x".repeat(bytes)));
        let bytes = (1..TOKEN_BYTES).take_while(|bytes| padded(*bytes).len() <= TOKEN_BYTES).last().unwrap();
        assert!(check(&padded(bytes), NOW).is_ok());
        assert!(padded(bytes + 3).len() > TOKEN_BYTES);
        assert_eq!(check(&padded(bytes + 3), NOW), Err(TokenError::Invalid));
    }

    #[test]
    fn the_first_secret_signs_and_the_others_are_accepted() {
        let [old, new] = [1, 2].map(|byte| format!("{byte:02x}").repeat(32));
        let both = SigningKeys::from_text(&format!("{new}\n{old}\n")).unwrap();
        assert!(both.check(&keys(1).sign(&claims()).unwrap(), "tengen", &[Use::Access], NOW).is_ok());
        let by_both = both.sign(&claims()).unwrap();
        assert!(keys(2).check(&by_both, "tengen", &[Use::Access], NOW).is_ok());
        assert!(keys(1).check(&by_both, "tengen", &[Use::Access], NOW).is_err());
    }

    /// What base64url without padding spells.
    fn bytes_of(text: &str) -> Vec<u8> {
        const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let bits = text.chars().flat_map(|digit| {
            let value = DIGITS.find(digit).unwrap();
            (0..6).rev().map(move |bit| (value >> bit) & 1 == 1)
        });
        let bits: Vec<bool> = bits.collect();
        bits.chunks_exact(8).map(|byte| byte.iter().fold(0, |sum, bit| sum << 1 | u8::from(*bit))).collect()
    }

    /// A token of the first key of this text.
    fn of_private(pem: &str) -> (SigningKeys, String) {
        let keys = SigningKeys::from_text(pem).unwrap();
        let token = keys.sign(&claims()).unwrap();
        (keys, token)
    }

    #[test]
    fn private_keys_sign_and_are_accepted_by_their_own_algorithm_only() {
        for (pem, algorithm) in [(ED25519_PEM, Algorithm::EdDSA), (P256_PEM, Algorithm::ES256)] {
            let (keys, token) = of_private(pem);
            let header = decode_header(&token).unwrap();
            assert_eq!((header.alg, header.kid.as_deref()), (algorithm, Some(keys.signer().0)));
            assert_eq!(keys.check(&token, "tengen", &[Use::Access], NOW).unwrap(), claims());
            assert!(token.len() < TOKEN_BYTES / 4, "{}", token.len());
            for at in 0..token.len() {
                let mut changed = token.clone().into_bytes();
                // the last digit of a part has bits that stand for nothing; `w` changes one that does
                changed[at] = if changed[at] == b'A' { b'w' } else { b'A' };
                let changed = String::from_utf8(changed).unwrap();
                let answer = keys.check(&changed, "tengen", &[Use::Access], NOW);
                assert_eq!(answer, Err(TokenError::Invalid), "byte {at}");
            }
        }
        let (ed, ed_token) = of_private(ED25519_PEM);
        let (p256, p256_token) = of_private(P256_PEM);
        assert_eq!(ed.check(&p256_token, "tengen", &[Use::Access], NOW), Err(TokenError::Invalid));
        assert_eq!(p256.check(&ed_token, "tengen", &[Use::Access], NOW), Err(TokenError::Invalid));
    }

    #[test]
    fn what_is_signed_with_a_public_key_as_a_secret_is_refused() {
        for pem in [ED25519_PEM, P256_PEM] {
            let (keys, _) = of_private(pem);
            let kid = keys.signer().0.to_owned();
            let public = serde_json::to_value(&keys.public().keys[0]).unwrap();
            let x = bytes_of(public["x"].as_str().unwrap());
            let y = public["y"].as_str().map(bytes_of).unwrap_or_default();
            // every form in which a forger has it
            let point = [&[4][..], &x, &y].concat();
            let forms = [x.clone(), [x, y].concat(), point, public.to_string().into_bytes()];
            let text = public["x"].as_str().unwrap().as_bytes().to_vec();
            for secret in forms.into_iter().chain([text]) {
                for algorithm in [Algorithm::HS256, Algorithm::HS384, Algorithm::HS512] {
                    let forged = forge(|_| (), Some(&kid), algorithm, &secret);
                    assert_eq!(keys.check(&forged, "tengen", &[Use::Access], NOW), Err(TokenError::Invalid));
                }
            }
        }
    }

    #[test]
    fn a_private_key_takes_the_place_of_a_secret_without_logging_anybody_out() {
        let secret = "01".repeat(32);
        let before = keys(1).sign(&claims()).unwrap();
        let changing = SigningKeys::from_text(&format!("{ED25519_PEM}{secret}\n")).unwrap();
        let after = changing.sign(&claims()).unwrap();
        for token in [&before, &after] {
            assert!(changing.check(token, "tengen", &[Use::Access], NOW).is_ok());
        }
        let (changed, _) = of_private(ED25519_PEM);
        assert!(changed.check(&after, "tengen", &[Use::Access], NOW).is_ok());
        assert_eq!(changed.check(&before, "tengen", &[Use::Access], NOW), Err(TokenError::Invalid));
        // the private key's name does not make the secret sign for it
        let borrowed = forge(|_| (), Some(changing.signer().0), Algorithm::HS256, &[1; 32]);
        assert_eq!(changing.check(&borrowed, "tengen", &[Use::Access], NOW), Err(TokenError::Invalid));
    }

    proptest::proptest! {
        #[test]
        fn whatever_is_no_token_of_ours_is_refused_and_breaks_nothing(
            parts in proptest::collection::vec("[A-Za-z0-9_=-]{0,80}|\\PC{0,20}", 0..6),
            header in proptest::bool::ANY,
            cut in 0_usize..600,
        ) {
            let keys = SigningKeys::from_text(&[ED25519_PEM, P256_PEM, &"01".repeat(32)].concat()).unwrap();
            let token = keys.sign(&claims()).unwrap();
            let (ours, _) = token.split_once('.').unwrap();
            // a header that names our key, before anything at all; and a part of a real token
            let text = if header { format!("{ours}.{}", parts.join(".")) } else { parts.join(".") };
            let part: String = token.chars().take(cut.min(token.len() - 1)).collect();
            for text in [text, part] {
                let answer = keys.check(&text, "tengen", &[Use::Access, Use::Named, Use::Guest], NOW);
                proptest::prop_assert_eq!(answer, Err(TokenError::Invalid));
            }
        }
    }
}
