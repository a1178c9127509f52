namespace IwTune.Server.Features.Compliance.Runs.Delivery;

/// <summary>Where a delivery goes, as its row names it.</summary>
internal static class DeliveryTarget
{
    /// <summary>The server's <c>--export-folder</c>.</summary>
    public const string Folder = "folder";

    /// <summary>The same folder, for the time stamp of the run's file.</summary>
    public const string FolderStamp = "folder: time stamp";

    /// <summary>The same folder, for the attestations of the run: written anew with each one.</summary>
    public const string FolderAttestations = "folder: attestations";

    /// <summary>The time-stamping authority, which gets the file's SHA-256 alone.</summary>
    public const string Stamp = "timestamp";

    private const string Mailbox = "mailto:";

    /// <summary>The address of a mail delivery; <see langword="null"/> for another one.</summary>
    public static string? Address(string target) => target.StartsWith(Mailbox, StringComparison.Ordinal) ? target[Mailbox.Length..] : null;

    /// <summary>Everywhere that a run's file goes.</summary>
    /// <param name="run">The run.</param>
    /// <param name="stamped">Whether the server has a time-stamping authority.</param>
    public static IEnumerable<string> Of(RunRow run, bool stamped)
    {
        if (stamped)
            yield return Stamp;
        if (run.Folder)
            yield return Folder;
        foreach (var recipient in Mail(run))
            yield return recipient;
    }

    /// <summary>Everyone who gets the run by e-mail, and learns too that it failed.</summary>
    public static IEnumerable<string> Mail(RunRow run) => RunRow.Names(run.Mail).Select(address => Mailbox + address);
}
