-- What an authenticator calls the person: random, so that it says nothing about them (WebAuthn §14.6.1).
alter table passkeys add column handle text not null default '';
create index passkeys_by_handle on passkeys (handle);
