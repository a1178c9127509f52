using IwTune.Server.Storage.Postgres;

namespace IwTune.Server.Storage;

/// <summary>Where a store is: a file in the data directory, or a PostgreSQL database.</summary>
/// <param name="Directory">The data directory.</param>
/// <param name="Postgres">The database; <see langword="null"/> for the file.</param>
public sealed record StorePlace(string Directory, PostgresAddress? Postgres = null)
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
        if (string.IsNullOrEmpty(url))
        {
            if (passwordFile is not null)
                problems.Add($"--database-password-file: there is no --database (or {Variable}) that it belongs to");
            return new(directory);
        }
        var found = new List<string>();
        var address = PostgresAddress.Parse(url, found);
        if (passwordFile is not null && address is not null)
            address = PasswordFile.Read("--database-password-file", passwordFile, found) is { } password
                ? address with
                {
                    Password = password,
                }
                : address;
        foreach (var problem in found)
            problems.Add(problem);
        return new(directory, found.Count == 0 ? address : null);
    }
}
