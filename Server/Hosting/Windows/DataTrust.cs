using IwTune.Shared.Files;

namespace IwTune.Server.Hosting.Windows;

/// <summary>
/// Judges an existing data directory on Windows: as the agent judges its own, but one that others may write is refused, not closed. A key
/// or a store that another account put there would decide what a fleet receives.
/// </summary>
internal static class DataTrust
{
    /// <summary>Accounts that may write, other than SYSTEM, administrators and the server's own.</summary>
    public static IReadOnlyList<string> Writers(DirectoryRights found, string self) =>
        [
            .. found
                .Admitted.Where(one => one.MayWrite)
                .Select(one => one.Account)
                .Where(account => !DirectoryTrusts.Inside(self, elevated: false).Contains(account))
                .Distinct(),
        ];

    /// <param name="found">Its rights.</param>
    /// <param name="self">The account of this process.</param>
    /// <param name="elevated">Whether that account acts as an administrator.</param>
    public static DirectoryTrust Of(DirectoryRights found, string self, bool elevated) =>
        Writers(found, self).Count > 0
            ? DirectoryTrust.Refuse
            : DirectoryTrusts.Of(found.Owner, found.Inherits, found.Admitted.Select(one => one.Account), self, elevated);

    /// <summary>Why the directory is refused, and what to do.</summary>
    /// <param name="path">The directory.</param>
    /// <param name="writers">What <see cref="Writers"/> found; none when its owner is the reason.</param>
    public static string Refusal(string path, IReadOnlyList<string> writers) =>
        $"The data directory {path} is not used: "
        + (
            writers.Count == 0
                ? "its owner is neither SYSTEM nor an administrator nor this server's account. Check its content, then take it over: "
                    + $"takeown /f \"{path}\" /a /r."
                : $"{string.Join(", ", writers)} may write there. Check its content, then close it: icacls \"{path}\" /inheritance:r "
                    + $"/grant:r \"*{DirectoryTrusts.System}:(OI)(CI)F\" \"*{DirectoryTrusts.Administrators}:(OI)(CI)F\" "
                    + $"/remove {string.Join(' ', writers.Select(writer => "*" + writer))}."
        )
        + " Or give another one with --data.";
}
