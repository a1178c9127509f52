using System.Data.Common;
using System.Security.Authentication;
using Npgsql;

namespace IwTune.Server.Storage.Postgres;

/// <summary>What PostgreSQL's failures mean (postgresql.org/docs/current/errcodes-appendix.html).</summary>
internal static class PostgresFaults
{
    public static StoreFault Explain(DbException failure) =>
        failure switch
        {
            PostgresException said => Explain(said),
            { InnerException: TimeoutException } when failure.Message.Contains("pool", StringComparison.OrdinalIgnoreCase) => new(
                "Every connection to the database is in use: repeat the call; when it happens again, look for what holds them in "
                    + "pg_stat_activity."
            ),
            { InnerException: TimeoutException } => new(
                "The database did not answer in time: repeat the call; when it happens again, look for what it waits for in "
                    + "pg_stat_activity.",
                Unanswered: true
            ),
            { InnerException: AuthenticationException } => new(
                "The database's certificate is not trusted: name the CA that signed it with '?sslrootcert=FILE' in --database, and the "
                    + "database by a name that the certificate has."
            ),
            _ when failure.Message.StartsWith("No password has been provided", StringComparison.Ordinal) => new(
                "The database wants a password: name the file that holds it with --database-password-file."
            ),
            _ => new(
                "The database cannot be reached: see that PostgreSQL runs and that this server may connect, then repeat the call.",
                Lost: true
            ),
        };

    private static StoreFault Explain(PostgresException said) =>
        said.SqlState switch
        {
            PostgresErrorCodes.DiskFull => new("The disk of the database is full: make room there, then repeat the call."),
            PostgresErrorCodes.TooManyConnections => new(
                "The database takes no more connections: raise its max_connections, or lower this server's with '?connections=N' in "
                    + "--database, then repeat the call."
            ),
            PostgresErrorCodes.ReadOnlySqlTransaction => new(
                "The database is read-only, as a standby is: let --database name the primary, then repeat the call."
            ),
            PostgresErrorCodes.SerializationFailure or PostgresErrorCodes.DeadlockDetected or PostgresErrorCodes.LockNotAvailable => new(
                "Another transaction was in the way: repeat the call.",
                Collided: true
            ),
            PostgresErrorCodes.InsufficientPrivilege => new(
                "The database denies this server's role what it needs: make it the owner of the schema it works in, then repeat the call."
            ),
            PostgresErrorCodes.UndefinedTable => new(
                $"The store lacks a part of its schema ({said.MessageText.TrimEnd('.')}): stop every server, and restore a backup with "
                    + "'iwtune-server restore FILE --replace'.",
                Unclear: true
            ),
            PostgresErrorCodes.InvalidPassword or PostgresErrorCodes.InvalidAuthorizationSpecification => new(
                "Are the user and the password in --database right, and does pg_hba.conf let that user in, the way it comes (sslmode)?"
            ),
            PostgresErrorCodes.InvalidCatalogName => new(
                "Make the database first: create database NAME owner USER template template0 encoding 'UTF8' locale 'C'"
            ),
            PostgresErrorCodes.AdminShutdown or PostgresErrorCodes.CrashShutdown or PostgresErrorCodes.CannotConnectNow => new(
                "The database is being stopped or started: repeat the call in a moment.",
                Lost: true
            ),
            _ when said.MessageText.Contains("unsupported startup parameter", StringComparison.Ordinal) => new(
                "A PgBouncer is between this server and PostgreSQL: set ignore_startup_parameters = extra_float_digits,options in "
                    + "pgbouncer.ini."
            ),
            _ when said.SqlState.StartsWith("08", StringComparison.Ordinal) => new(
                "The connection to the database was lost: repeat the call.",
                Lost: true
            ),
            // Classes 22 and 23: values it cannot keep, rows that must not be.
            _ when said.SqlState.StartsWith("22", StringComparison.Ordinal) || said.SqlState.StartsWith("23", StringComparison.Ordinal) =>
                new($"The database says: {said.MessageText.TrimEnd('.')} ({said.SqlState}).", OfTheCall: true),
            _ => new($"The database says: {said.MessageText.TrimEnd('.')} ({said.SqlState}).", Unclear: true),
        };
}
