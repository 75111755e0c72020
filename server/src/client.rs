//! Who is at the other end of a connection: the address that limits are counted by.

use http::HeaderMap;
use std::{
    fmt,
    net::{IpAddr, Ipv6Addr, SocketAddr},
    str::FromStr,
};

/// Entries of `X-Forwarded-For` that are looked at, from the right; a longer chain is no honest one.
const FORWARDED_HOPS: usize = 16;

/// The address of a client: of the connection, or as a trusted proxy names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientAddr(IpAddr);

impl ClientAddr {
    /// Of a connection that no proxy made.
    #[must_use]
    pub const fn direct(peer: SocketAddr) -> Self {
        Self(peer.ip().to_canonical())
    }

    /// Of a request on a connection from `peer`: the rightmost entry of `X-Forwarded-For` that is
    /// no trusted proxy, if `peer` is one. What others write there is ignored.
    #[must_use]
    pub fn of(peer: SocketAddr, headers: &HeaderMap, trusted: &[Network]) -> Self {
        let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(address));
        let mut address = peer.ip().to_canonical();
        let entries = headers.get_all("x-forwarded-for").iter().rev();
        // as bytes: what a client writes before the proxy's entry need not be text
        let hops = entries.flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b','));
        for hop in hops.take(FORWARDED_HOPS) {
            if !is_trusted(address) {
                break;
            }
            let Some(named) = str::from_utf8(hop).ok().and_then(|hop| hop.trim().parse::<IpAddr>().ok()) else { break };
            address = named.to_canonical();
        }
        Self(address)
    }

    /// Whether a request names clients in `X-Forwarded-For` and `peer` is not trusted to.
    #[must_use]
    pub fn is_unheeded(peer: SocketAddr, headers: &HeaderMap, trusted: &[Network]) -> bool {
        let address = peer.ip().to_canonical();
        headers.contains_key("x-forwarded-for") && !trusted.iter().any(|network| network.contains(address))
    }

    /// The address.
    #[must_use]
    pub const fn ip(self) -> IpAddr {
        self.0
    }

    /// What limits are counted by: the address, of IPv6 the first 64 bits, since a household gets
    /// at least so many.
    #[must_use]
    pub fn bucket(self) -> IpAddr {
        match self.0 {
            IpAddr::V4(_) => self.0,
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        }
    }
}

impl fmt::Display for ClientAddr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A network in CIDR form, or one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// Whether the address lies in it.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(network), IpAddr::V4(address)) => {
                let mask = u32::MAX.checked_shl(u32::from(32 - self.bits)).unwrap_or(0);
                network.to_bits() & mask == address.to_bits() & mask
            }
            (IpAddr::V6(network), IpAddr::V6(address)) => {
                let mask = u128::MAX.checked_shl(u32::from(128 - self.bits)).unwrap_or(0);
                network.to_bits() & mask == address.to_bits() & mask
            }
            _ => false,
        }
    }
}

/// The text is no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no network: write an address or CIDR, as in 10.0.0.0/8 or ::1")]
pub struct NotANetwork(String);

impl FromStr for Network {
    type Err = NotANetwork;

    fn from_str(text: &str) -> Result<Self, NotANetwork> {
        let wrong = || NotANetwork(text.to_owned());
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let all = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(all), str::parse).map_err(|_| wrong())?;
        if bits > all { Err(wrong()) } else { Ok(Self { address, bits }) }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(peer: &str, forwarded: &[&str], trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", http::HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        let trusted: Vec<Network> = trusted.iter().map(|text| text.parse().unwrap()).collect();
        ClientAddr::of(SocketAddr::new(peer.parse().unwrap(), 1), &headers, &trusted).to_string()
    }

    #[test]
    fn forwarded_addresses_count_only_from_trusted_proxies() {
        assert_eq!(of("1.1.1.1", &["9.9.9.9"], &[]), "1.1.1.1");
        assert_eq!(of("127.0.0.1", &["9.9.9.9"], &["127.0.0.0/8"]), "9.9.9.9");
        assert_eq!(of("::ffff:127.0.0.1", &["9.9.9.9"], &["127.0.0.1"]), "9.9.9.9");
        assert_eq!(of("127.0.0.1", &["6.6.6.6, 9.9.9.9"], &["127.0.0.1"]), "9.9.9.9", "the client wrote 6.6.6.6");
        assert_eq!(of("127.0.0.1", &["6.6.6.6", "9.9.9.9,10.1.1.1"], &["127.0.0.1", "10.0.0.0/8"]), "9.9.9.9");
        assert_eq!(of("127.0.0.1", &["nonsense"], &["127.0.0.1"]), "127.0.0.1");
        assert_eq!(of("127.0.0.1", &["围棋, 9.9.9.9"], &["127.0.0.1"]), "9.9.9.9", "what is no ASCII hides nothing");
        assert_eq!(of("127.0.0.1", &["6.6.6.6", "围棋"], &["127.0.0.1"]), "127.0.0.1");
        assert_eq!(of("127.0.0.1", &[], &["127.0.0.1"]), "127.0.0.1");
    }

    #[test]
    fn a_proxy_that_is_not_trusted_is_noticed() {
        let mut headers = HeaderMap::new();
        let peer = SocketAddr::from(([10, 0, 0, 1], 1));
        let trusted = ["10.0.0.0/8".parse().unwrap()];
        assert!(!ClientAddr::is_unheeded(peer, &headers, &[]));
        headers.insert("x-forwarded-for", http::HeaderValue::from_static("9.9.9.9"));
        assert!(ClientAddr::is_unheeded(peer, &headers, &[]));
        assert!(!ClientAddr::is_unheeded(peer, &headers, &trusted));
    }

    #[test]
    fn networks() {
        for good in ["0.0.0.0/0", "10.0.0.0/8", "1.2.3.4/32", "::/0", "fd00::/8", "::1/128"] {
            assert_eq!(good.parse::<Network>().unwrap().to_string(), good);
        }
        for bad in ["", "x", "1.2.3.4/33", "::/129", "1.2.3.4/", "1.2.3.4/-1", "1.2.3/8"] {
            assert!(bad.parse::<Network>().is_err(), "{bad}");
        }
        let all: Network = "0.0.0.0/0".parse().unwrap();
        assert!(all.contains("255.1.2.3".parse().unwrap()));
        assert!(!all.contains("::1".parse().unwrap()));
    }

    #[test]
    fn an_ipv6_household_is_one_bucket() {
        let bucket = |text: &str| ClientAddr::direct(SocketAddr::new(text.parse().unwrap(), 1)).bucket().to_string();
        assert_eq!(bucket("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(bucket("10.1.2.3"), "10.1.2.3");
    }
}
