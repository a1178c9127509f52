using IwTune.Server.Storage;

namespace IwTune.Server.Cli;

/// <summary>The options that name a store in commands that are printed, without its password; they are the end of the command.</summary>
internal static class StoreLine
{
    /// <param name="place">The store.</param>
    /// <param name="passwordFile">As given.</param>
    /// <param name="keyFile">As given, for commands that need the private keys.</param>
    public static string Of(StorePlace place, string? passwordFile, string? keyFile = null) =>
        $"--data {Quoted(place.Directory)}"
        + (keyFile is null ? "" : $" --key-file {Quoted(keyFile)}")
        + (place.Postgres is { } database ? $" --database '{database.Written}'" : "")
        + (
            passwordFile is not null ? $" --database-password-file {Quoted(passwordFile)}"
            : place.Postgres?.Password is null ? ""
            : $", with the password in {StorePlace.Variable} or --database-password-file"
        );

    private static string Quoted(string path) => path.Contains(' ', StringComparison.Ordinal) ? $"\"{path}\"" : path;
}
