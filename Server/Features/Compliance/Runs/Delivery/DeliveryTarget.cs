namespace IwTune.Server.Features.Compliance.Runs.Delivery;

/// <summary>Where a delivery goes, as its row names it.</summary>
internal static class DeliveryTarget
{
    /// <summary>The server's <c>--export-folder</c>.</summary>
    public const string Folder = "folder";

    /// <summary>The time-stamping authority, which gets the file's SHA-256 alone.</summary>
    public const string Stamp = "timestamp";

    private const string Mailbox = "mailto:";

    public static string Mail(string address) => Mailbox + address;

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
        foreach (var address in RunRow.Names(run.Mail))
            yield return Mail(address);
    }
}
