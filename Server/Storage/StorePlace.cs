using IwTune.Server.Storage.Postgres;

namespace IwTune.Server.Storage;

/// <summary>Where a store is: a file in the data directory, or a PostgreSQL database.</summary>
/// <param name="Directory">The data directory.</param>
/// <param name="Postgres">The database; <see langword="null"/> for the file.</param>
/// <param name="Replica">A standby of it for long readings; <see langword="null"/> for none.</param>
public sealed record StorePlace(string Directory, PostgresAddress? Postgres = null, PostgresAddress? Replica = null)
{
    /// <summary>Names the database of verbs without an option for it; this way no list of processes shows the password.</summary>
    public const string Variable = "IWTUNE_DATABASE";

    /// <summary>Reads <c>--database</c> and <c>--database-password-file</c>.</summary>
    /// <param name="directory">The data directory.</param>
    /// <param name="url">As given; <see langword="null"/> or empty for SQLite.</param>
    /// <param name="passwordFile">As given.</param>
    /// <param name="problems">Gets every problem, each naming its option.</param>
    public static StorePlace Read(string directory, string? url, string? passwordFile, ICollection<string> problems)
    {
        if (!string.IsNullOrEmpty(url))
            return new(directory, Address(url, passwordFile, isReplica: false, problems));
        if (passwordFile is not null)
            problems.Add($"--database-password-file: there is no --database (or {Variable}) that it belongs to");
        return new(directory);
    }

    /// <summary>The same with <c>--database-replica</c> and <c>--database-replica-password-file</c>.</summary>
    /// <inheritdoc cref="Read(string, string?, string?, ICollection{string})"/>
    public static StorePlace Read(
        string directory,
        string? url,
        string? passwordFile,
        string? replicaUrl,
        string? replicaPasswordFile,
        ICollection<string> problems
    )
    {
        var place = Read(directory, url, passwordFile, problems);
        if (string.IsNullOrEmpty(replicaUrl))
        {
            if (replicaPasswordFile is not null)
                problems.Add("--database-replica-password-file: there is no --database-replica that it belongs to");
            return place;
        }
        if (string.IsNullOrEmpty(url))
            problems.Add(
                $"--database-replica: the store is a SQLite file, which has no standby; name the primary with --database (or {Variable}) "
                    + "or leave the replica out"
            );
        return place with { Replica = Address(replicaUrl, replicaPasswordFile, isReplica: true, problems) };
    }

    private static PostgresAddress? Address(string url, string? passwordFile, bool isReplica, ICollection<string> problems)
    {
        var found = new List<string>();
        var address = PostgresAddress.Parse(url, found, isReplica);
        if (
            passwordFile is not null
            && address is not null
            && PasswordFile.Read($"{address.Option}-password-file", passwordFile, found) is { } password
        )
            address = address with { Password = password };
        foreach (var problem in found)
            problems.Add(problem);
        return found.Count == 0 ? address : null;
    }
}
