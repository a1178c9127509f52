using System.Net;
using Npgsql;

namespace IwTune.Server.Storage.Postgres;

/// <summary>
/// A PostgreSQL database as <c>--database</c> or <c>--database-replica</c> names it, in the form of libpq's connection URIs (libpq-connect,
/// 34.1.1.2).
/// </summary>
public sealed record PostgresAddress
{
    internal const string DatabaseOption = "--database",
        ReplicaOption = "--database-replica";

    private const int StandardPort = 5432;
    private const int StandardConnections = 50;

    /// <summary>A transaction is ended when its server is silent for this long.</summary>
    internal const int SilentSeconds = 8;

    private static readonly string[] Modes = ["disable", "prefer", "require", "verify-ca", "verify-full"];

    /// <summary>Name or address of the machine, or the directory of its socket.</summary>
    public required string Host { get; init; }

    public int Port { get; init; } = StandardPort;

    public required string Name { get; init; }

    public required string User { get; init; }

    public string? Password { get; init; }

    /// <summary>As libpq's <c>sslmode</c>.</summary>
    public string Tls { get; init; } = "";

    public string? RootCertificate { get; init; }

    public string? Certificate { get; init; }

    public string? Key { get; init; }

    /// <summary>Named by <c>--database-replica</c>: a standby for long readings.</summary>
    public bool IsReplica { get; init; }

    /// <summary>The option that named it.</summary>
    internal string Option => IsReplica ? ReplicaOption : DatabaseOption;

    /// <summary>Connections of one server at most.</summary>
    public int Connections { get; init; } = StandardConnections;

    public bool IsSocket => Host.StartsWith('/');

    /// <summary>Without the password.</summary>
    public string Shown =>
        IsSocket
            ? $"postgres://{Escaped(User)}@/{Escaped(Name)}?host={Host}{(Port == StandardPort ? "" : $"&port={Port}")}"
            : $"postgres://{Escaped(User)}@{(Host.Contains(':', StringComparison.Ordinal) ? $"[{Host}]" : Host)}:{Port}/{Escaped(Name)}";

    /// <summary>As <see cref="Option"/> takes it, with everything that was given but the password.</summary>
    public string Written
    {
        get
        {
            var given =
                from one in ((string Key, string? Value)[])
                    [
                        ("sslmode", Tls),
                        ("sslrootcert", RootCertificate),
                        ("sslcert", Certificate),
                        ("sslkey", Key),
                        ("connections", Connections == StandardConnections ? "" : $"{Connections}"),
                    ]
                where !string.IsNullOrEmpty(one.Value)
                select $"{one.Key}={Escaped(one.Value)}";
            return string.Join(IsSocket ? '&' : '?', given.Take(1).Prepend(Shown)) + string.Concat(given.Skip(1).Select(one => $"&{one}"));
        }
    }

    public override string ToString() => Shown;

    /// <summary>Reads an address; every problem names the option.</summary>
    public static PostgresAddress? Parse(string url, ICollection<string> problems, bool isReplica = false) =>
        PostgresUrl.Read(url, problems, isReplica, StandardPort, Modes);

    /// <summary>The connections of a server.</summary>
    internal NpgsqlDataSource Open() => Open(Text());

    /// <summary>Connections outside of the pool, which notice within seconds that the other end is gone.</summary>
    internal NpgsqlDataSource OpenAlone()
    {
        var text = Text();
        (text.Pooling, text.KeepAlive, text.Timeout, text.CommandTimeout) = (false, 0, 5, 5);
        return Open(text);
    }

    private static NpgsqlDataSource Open(NpgsqlConnectionStringBuilder text)
    {
        var source = new NpgsqlDataSourceBuilder(text.ToString());
        // Only types that each PostgreSQL has are used; the database's own list takes longer to read than a connection to open.
        source.ConfigureTypeLoading(types => types.EnableTypeLoading(false));
        return source.Build();
    }

    private static string Escaped(string text) => Uri.EscapeDataString(text).Replace("%2F", "/", StringComparison.Ordinal);

    private NpgsqlConnectionStringBuilder Text() =>
        new()
        {
            Host = Host,
            Port = Port,
            Database = Name,
            Username = User,
            Password = Password,
            ApplicationName = "iwtune-server",
            SslMode = ModeOf(Tls.Length > 0 ? Tls : StandardTls),
            RootCertificate = RootCertificate,
            SslCertificate = Certificate,
            SslKey = Key,
            MaxPoolSize = Connections,
            // Statements of which there are few and which come again and again: parsed and planned once a connection.
            MaxAutoPrepare = 200,
            AutoPrepareMinUsages = 3,
            // A post of a host that was away is hundreds of kilobytes: the default of 8 KiB would need a system call and a timer for each
            // part.
            WriteBufferSize = 64 * 1024,
            // A reading waits for the replica no longer than for its data; the primary can answer it, too.
            Timeout = IsReplica ? 2 : 15,
            CommandTimeout = 60,
            KeepAlive = 30,
            // Host names and documents of a fleet do not belong into messages of errors.
            IncludeErrorDetail = false,
            // A server that was frozen or cut off in the middle of a transaction must not keep the others from writing.
            Options =
                $"-c idle_in_transaction_session_timeout={SilentSeconds}s -c tcp_keepalives_idle=3 -c tcp_keepalives_interval=2 -c "
                + "tcp_keepalives_count=2",
        };

    /// <summary>
    /// Traffic that leaves the machine is encrypted, and the server's name is verified, unless the address says otherwise.
    /// </summary>
    private string StandardTls =>
        IsSocket || Host == "localhost" || (IPAddress.TryParse(Host, out var address) && IPAddress.IsLoopback(address))
            ? "prefer"
            : "verify-full";

    private SslMode ModeOf(string mode) =>
        mode switch
        {
            "disable" => SslMode.Disable,
            "prefer" => SslMode.Prefer,
            // libpq-ssl, 34.19.1: with a root certificate it is checked, which the provider does not do.
            "require" when RootCertificate is null => SslMode.Require,
            "require" => SslMode.VerifyCA,
            "verify-ca" => SslMode.VerifyCA,
            _ => SslMode.VerifyFull,
        };
}
