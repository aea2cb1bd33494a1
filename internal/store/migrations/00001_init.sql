-- +goose Up
CREATE TABLE dataset (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    version   TEXT NOT NULL UNIQUE,
    created   INTEGER NOT NULL,           -- Unix milliseconds
    data_date INTEGER,                    -- Unix milliseconds, NULL when unknown
    origin    TEXT NOT NULL,
    sources   TEXT NOT NULL,              -- JSON
    count     INTEGER NOT NULL DEFAULT 0,
    complete  INTEGER NOT NULL DEFAULT 0, -- 0: being written, or what a crash left
    active    INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX dataset_one_active ON dataset (active) WHERE active = 1;

-- id is dataset_id << 32 | position, so that a dataset is one range of the
-- table: reading it in order and deleting it need no index.
CREATE TABLE record (
    id         INTEGER PRIMARY KEY,
    dataset_id INTEGER NOT NULL REFERENCES dataset (id),
    slug       TEXT NOT NULL,
    body       BLOB NOT NULL, -- the public destination without its slug, see codec.go
    source_ids TEXT,          -- JSON array
    old_slugs  TEXT,          -- JSON array
    evidence   TEXT           -- JSON object
);
CREATE UNIQUE INDEX record_slug ON record (dataset_id, slug);
CREATE INDEX record_old_slugs ON record (dataset_id) WHERE old_slugs IS NOT NULL;

-- The slug that a source's thing has now, and those that it had before.
CREATE TABLE source_slug (
    source_id TEXT PRIMARY KEY,
    slug      TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE old_slug (
    slug      TEXT NOT NULL,
    source_id TEXT NOT NULL,
    PRIMARY KEY (slug, source_id)
) WITHOUT ROWID;
CREATE INDEX old_slug_source ON old_slug (source_id);

-- +goose StatementBegin
CREATE TRIGGER source_slug_moved AFTER UPDATE OF slug ON source_slug WHEN OLD.slug <> NEW.slug
BEGIN
    INSERT OR IGNORE INTO old_slug (slug, source_id) VALUES (OLD.slug, OLD.source_id);
END;
-- +goose StatementEnd

CREATE TABLE api_key (
    id      TEXT PRIMARY KEY,
    name    TEXT NOT NULL,
    hash    TEXT NOT NULL UNIQUE, -- SHA-256 of the key, hex
    prefix  TEXT NOT NULL,
    origins TEXT NOT NULL,        -- JSON array
    "limit" INTEGER NOT NULL,     -- 0: the service's default
    note    TEXT NOT NULL,
    created INTEGER NOT NULL,     -- Unix milliseconds
    revoked INTEGER               -- Unix milliseconds, NULL while valid
) WITHOUT ROWID;
-- A revoked key's name may be used again.
CREATE UNIQUE INDEX api_key_name ON api_key (name) WHERE revoked IS NULL;

CREATE TABLE key_usage (
    key_id   TEXT NOT NULL REFERENCES api_key (id),
    day      TEXT NOT NULL, -- 2006-01-02, UTC
    requests INTEGER NOT NULL,
    refused  INTEGER NOT NULL,
    PRIMARY KEY (key_id, day)
) WITHOUT ROWID;

-- What a running server watches. Triggers count, so that no writer can forget to.
CREATE TABLE change (
    what TEXT PRIMARY KEY,
    n    INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO change (what, n) VALUES ('dataset', 0), ('key', 0);

-- +goose StatementBegin
CREATE TRIGGER dataset_activated AFTER UPDATE OF active ON dataset
BEGIN
    UPDATE change SET n = n + 1 WHERE what = 'dataset';
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER api_key_inserted AFTER INSERT ON api_key
BEGIN
    UPDATE change SET n = n + 1 WHERE what = 'key';
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER api_key_updated AFTER UPDATE ON api_key
BEGIN
    UPDATE change SET n = n + 1 WHERE what = 'key';
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER api_key_deleted AFTER DELETE ON api_key
BEGIN
    UPDATE change SET n = n + 1 WHERE what = 'key';
END;
-- +goose StatementEnd

-- +goose Down
DROP TABLE change;
DROP TABLE key_usage;
DROP TABLE api_key;
DROP TABLE old_slug;
DROP TABLE source_slug;
DROP TABLE record;
DROP TABLE dataset;
