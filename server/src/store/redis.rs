//! The store on Redis or Valkey: any number of nodes.
